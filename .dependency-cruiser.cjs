const { existsSync } = require('node:fs');
const path = require('node:path');

/* The floors of docs/ARCHITECTURE.md, and the doors of its rooms. */

const NODE = 'nodes/WorkspaceTaskService/';
const NODE_FILES = [`${NODE}WorkspaceTaskService.node`, `${NODE}WorkspaceTaskServiceTrigger.node`];
const LOGIN_CREDENTIAL = 'credentials/WorkspaceTaskServiceLoginApi.credentials';

/** Folders and files, the highest floor first. Above them are the two nodes and the credentials. */
const FLOORS = [
	['action', 'trigger', 'editor'],
	['approval', 'ownTasks'],
	['http', 'operations'],
	['limits', 'messages', 'fields'],
	['outcome'],
	['service'],
	['reading', 'shared'],
].map((floor) => floor.map((name) => NODE + name));

/** What the core could do without: its files, and the files outside that may import them. */
const ROOMS = [
	{ files: ['approval'], doors: ['action/registry', 'WorkspaceTaskService.node'] },
	{
		files: ['ownTasks'],
		doors: ['action/item', 'action/run', 'action/pipeline', 'trigger/receive'],
	},
	{
		files: ['action/steps/createOncePer', 'action/steps/onceKey'],
		doors: ['action/pipeline', 'action/prepareItem', 'action/panel/options'],
	},
	{ files: ['action/steps/boardByName'], doors: ['action/pipeline', 'action/prepareItem'] },
	{ files: ['action/steps/runMemory'], doors: ['action/run'] },
	{ files: ['trigger/events/duplicates'], doors: ['trigger/receive'] },
	{ files: ['trigger/addressCheck'], doors: ['trigger/receive'] },
	{
		files: ['trigger/registration'],
		doors: ['trigger/receive', 'trigger/sender', 'WorkspaceTaskServiceTrigger.node'],
	},
	{
		files: ['http/login'],
		doors: ['http/account', 'editor/credentialTest', LOGIN_CREDENTIAL],
	},
	{ files: ['limits'], doors: ['http/account', 'http/retry'] },
	{
		files: ['messages/explain', 'messages/hints'],
		doors: ['http/client', 'http/login/session', 'editor/credentialTest'],
	},
].map(({ files, doors }) => ({ files: files.map(inNode), doors: doors.map(inNode) }));

function inNode(name) {
	return name.startsWith('credentials/') ? name : NODE + name;
}

// A place that was renamed would no longer be guarded.
for (const place of [
	...FLOORS.flat(),
	...ROOMS.flatMap(({ files, doors }) => [...files, ...doors]),
]) {
	const isThere = ['', '.ts'].some((ending) => existsSync(path.join(__dirname, place + ending)));
	if (!isThere) throw new Error(`.dependency-cruiser.cjs: there is no ${place}`);
}

/** A pattern for the files of folders, and for files without their ending. */
function matching(places) {
	const escaped = places.map((place) => place.replaceAll('.', '\\.'));
	return `^(${escaped.join('|')})(?:/|\\.ts$)`;
}

function floorRules(floor, index) {
	const name = floor.map((place) => path.basename(place)).join(', ');
	const above = [...FLOORS.slice(0, index).flat(), ...NODE_FILES];
	const from = { path: matching(floor) };
	return [
		{
			name: `up from ${name}`,
			severity: 'error',
			from,
			to: { path: [matching(above), '^credentials/', '^index\\.ts$'] },
		},
		{
			name: `across: ${name}`,
			severity: 'error',
			from,
			to: { path: matching(floor), pathNot: '^$1(?:/|\\.ts$)' },
		},
	];
}

function doorRule({ files, doors }) {
	return {
		name: `doors of ${files.map((file) => path.basename(file)).join(', ')}`,
		severity: 'error',
		from: { path: '^(nodes|credentials|index)', pathNot: matching([...files, ...doors]) },
		to: { path: matching(files) },
	};
}

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
	forbidden: [
		{ name: 'circle of files', severity: 'error', from: {}, to: { circular: true } },
		{
			name: 'circle of folders',
			severity: 'error',
			scope: 'folder',
			from: {},
			to: { circular: true },
		},
		{
			name: 'on no floor',
			severity: 'error',
			from: { path: `^${NODE}`, pathNot: matching([...FLOORS.flat(), ...NODE_FILES]) },
			to: {},
		},
		{
			name: 'not published',
			severity: 'error',
			from: { path: '^(nodes|credentials|index)' },
			to: { path: '^(tools|test|sandbox)/' },
		},
		...FLOORS.flatMap(floorRules),
		...ROOMS.map(doorRule),
	],
	options: { tsPreCompilationDeps: true, doNotFollow: { path: 'node_modules' } },
};
