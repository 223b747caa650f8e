import { upwardFindings } from '../../../../tools/verify/upward';

it('verify finds an import that leads back up, through folders as a whole', () => {
	const down = [
		['trigger/receive.ts', 'trigger/payload/events.ts'],
		['trigger/payload/events.ts', 'trigger/key.ts'],
	] as const;

	expect(upwardFindings([...down])).toEqual([]);
	expect(upwardFindings([...down, ['trigger/key.ts', 'trigger/payload/body.ts']])).toEqual([
		'trigger: payload → key.ts → payload',
	]);
});
