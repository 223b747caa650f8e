import { json, type Reply } from '../../tools/http/server';
import {
	CONTINUE,
	countRequests,
	engine,
	LIST_BOARDS,
	LOGIN,
	makeTitles,
	POST_TASK,
	service,
} from '../support/engine/actionSuite';
import { Engine } from '../support/engine/engine';
import {
	account,
	countCreated,
	CREATE_BY_LOGIN,
	CREATED,
	FORBIDDEN,
	logIn,
	logins,
	postByHttpRequest,
	serve,
	setUpLogin,
	STORED,
	UNAUTHORIZED,
	useAccount,
	valid,
	withSession,
	WRONG_PASSWORD,
} from '../support/engine/loginSuite';

const ITEMS = 60;
const INVALID = json({ message: 'due_date is not a date' }, 422);
const FEW = { concurrency: 5 };

describe('a run of many items', () => {
	setUpLogin();

	/** How much later it is than the clock says. */
	let shiftMs: number;

	beforeEach(() => {
		shiftMs = 0;
		const now = performance.now.bind(performance);
		jest.spyOn(performance, 'now').mockImplementation(() => now() + shiftMs);
	});
	afterEach(() => jest.restoreAllMocks());

	/** As `serve`; all tokens end after as many creates, so many times. */
	function endTokensAfter(creates: number, refusal: Reply, times = 1): void {
		let created = 0;
		serve(refusal, () => {
			created += 1;
			if (created % creates === 0 && created <= creates * times) valid.clear();
			return CREATED;
		});
	}

	async function useValidToken(): Promise<void> {
		await useAccount(STORED);
		valid.add(STORED);
	}

	it.each<[string, Reply, Reply, number]>([
		['422', INVALID, UNAUTHORIZED, 3],
		['422', INVALID, FORBIDDEN, 1],
		['404', json({ message: 'There is no such board' }, 404), UNAUTHORIZED, 1],
		['a 2xx that refuses', json({ success: false, message: 'No' }), UNAUTHORIZED, 1],
	])(
		'whose first item is answered with %s loses no other item when tokens end',
		async (_, first, expired, times) => {
			endTokensAfter(15, expired, times);
			service.when(({ body }) => body.includes('"Task 0"'), first);
			expect(await countCreated(makeTitles(ITEMS), FEW)).toBe(ITEMS - 1);
			expect(logins).toBe(1 + times);
		},
	);

	it.each<[string, Reply]>([
		['422', INVALID],
		['403', FORBIDDEN],
	])(
		'with tokens for 8 items, and one item in ten that is refused with %s, loses no other item',
		async (_, refusal) => {
			let created = 0;
			serve(UNAUTHORIZED, ({ body }) => {
				created += 1;
				// Each create takes a second.
				shiftMs += 1_000;
				if (created % 8 === 0) valid.clear();
				return body.includes('0"') ? refusal : CREATED;
			});
			const count = await countCreated(makeTitles(ITEMS), { concurrency: 1 });
			expect(count).toBe(ITEMS - ITEMS / 10);
			expect(logins).toBeLessThanOrEqual(9);
		},
	);

	it.each<[string, Reply]>([
		['422', INVALID],
		['403', FORBIDDEN],
	])(
		'loses no item but its own if an item refused with %s causes a login that is refused',
		async (_, refusal) => {
			await useValidToken();
			service.when(LOGIN, WRONG_PASSWORD);
			serve(UNAUTHORIZED, ({ body }) => (body.includes('0"') ? refusal : CREATED));
			expect(await countCreated(makeTitles(ITEMS), FEW)).toBe(ITEMS - ITEMS / 10);
			expect([countRequests(POST_TASK), countRequests(LOGIN)]).toEqual([ITEMS, 1]);
		},
	);

	it('sends all other items while a refused item waits for a login that hangs', async () => {
		await useValidToken();
		service.when(LOGIN, 'hold');
		serve(UNAUTHORIZED, ({ body }) => (body.includes('"Task 0"') ? FORBIDDEN : CREATED));
		const running = countCreated(makeTitles(ITEMS));
		await service.waitFor(ITEMS + 1);
		expect([countRequests(POST_TASK), countRequests(LOGIN)]).toEqual([ITEMS, 1]);
		service.release({ status: 200, body: '{"token":"new"}' });
		service.when(POST_TASK, FORBIDDEN);
		expect(await running).toBe(ITEMS - 1);
	});

	it('costs one login a minute while the account is locked', async () => {
		await useAccount(STORED);
		serve(UNAUTHORIZED);
		service.when(LOGIN, json({ message: 'Account locked' }, 401));
		for (let execution = 0; execution < 6; execution++) {
			expect(await countCreated(makeTitles(1))).toBe(0);
			shiftMs += 20_000;
		}
		expect([countRequests(POST_TASK), countRequests(LOGIN)]).toEqual([6, 2]);
	});

	it('in the HTTP Request node costs one login a minute if all tokens are refused', async () => {
		await useAccount(STORED);
		for (const route of [POST_TASK, LIST_BOARDS]) service.when(route, UNAUTHORIZED);
		for (let n = 0; n < 6; n++) {
			await expect(postByHttpRequest()).rejects.toThrow();
			shiftMs += 20_000;
		}
		expect([countRequests(POST_TASK), logins]).toEqual([6, 2]);
	});

	/** n8n 1.100 to 2.33 stores the whole credential of a login, with the values of its expressions. */
	function storeAsBefore234({ credentials }: Engine): void {
		const renew = credentials.preAuthentication.bind(credentials);
		jest.spyOn(credentials, 'preAuthentication').mockImplementation(async (...given) => {
			const renewed = await renew(...given);
			if (renewed !== undefined) credentials.stored = { ...renewed };
			return renewed;
		});
	}

	it.each<[string, (n8n: Engine) => void]>([
		['2.34', () => {}],
		['2.33', storeAsBefore234],
	])(
		'uses, and in n8n %s keeps, what was changed in the credential during the run',
		async (_, prepare) => {
			prepare(engine);
			const changed = { password: 'another', allowedHttpRequestDomains: 'domains' };
			let { password } = account;
			service.when(LOGIN, ({ body }) =>
				body.includes(`"${password}"`) ? logIn() : WRONG_PASSWORD,
			);
			let created = 0;
			serve(UNAUTHORIZED, () => {
				created += 1;
				if (created === 15) {
					valid.clear();
					({ password } = changed);
					engine.credentials.stored = { ...engine.credentials.stored, ...changed };
				}
				return CREATED;
			});
			expect(await countCreated(makeTitles(ITEMS), FEW)).toBe(ITEMS);
			expect(logins).toBe(2);
			expect(engine.credentials.stored).toEqual({ ...withSession('token number 2'), ...changed });
		},
	);

	it('beside another process with the only session of the account loses no item', async () => {
		const other = await Engine.load({});
		// The memory of a process goes by what was entered, n8n's store by the address.
		const entered = { email: ` ${account.email}` };
		Object.defineProperty(other.credentials, 'stored', {
			get: () => ({ ...engine.credentials.stored, ...entered }),
			set: ({ sessionToken, sessionFor }: ReturnType<typeof withSession>) =>
				Object.assign(engine.credentials.stored, { sessionToken, sessionFor }),
		});
		service.when(LOGIN, () => {
			valid.clear();
			return logIn();
		});
		serve(UNAUTHORIZED);
		const node = { parameters: CREATE_BY_LOGIN, settings: CONTINUE };
		const items = makeTitles(20).map((item) => ({ json: item }));
		for (let round = 1; round <= 5; round++) {
			const runs = await Promise.all([engine.run(node, items), other.run(node, items)]);
			const output = runs.flatMap((run) => Engine.outcome(run).json);
			expect(output.map(({ error }) => error)).toEqual(Array(40).fill(undefined));
			expect(logins).toBeLessThanOrEqual(2 * round);
			valid.clear();
			shiftMs += 60_000;
		}
	});
});
