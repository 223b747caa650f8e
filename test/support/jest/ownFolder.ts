import { join } from 'node:path';

// n8n-core creates its settings file and writes it afterwards, so that another process may read an
// empty file: each process has a folder of its own, and none uses the home of the user.
process.env.N8N_USER_FOLDER = join(process.env.ENGINE_FOLDERS ?? '', String(process.pid));
process.env.N8N_LOG_LEVEL = 'silent';
