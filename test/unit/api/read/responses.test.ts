import corpus from '../../../corpus/responses.json';
import { errorMessage } from '../../../../nodes/WorkspaceTaskService/transport/errors/words';

interface Row {
	service: string;
	kind: string;
	status: number;
	body: unknown;
	says?: string[];
}
const rows = corpus as Row[];
const textOf = ({ body }: Row) => (typeof body === 'string' ? body : JSON.stringify(body));
describe('the words of the corpus', () => {
	it.each(rows.filter(({ says }) => says !== undefined).map((row) => [row.service, row] as const))(
		'of %s',
		(_, row) => {
			const words = errorMessage(textOf(row), []) || 'no message';
			for (const text of row.says ?? []) expect(words).toContain(text);
		},
	);
});
