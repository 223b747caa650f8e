import { buildIfStale } from '../../host/build';

/** The engine loads `dist`: an old one would let a test pass that the sources fail. */
export default buildIfStale;
