export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const MARK = 'x-assumed';
const REMARKS = [MARK, 'operationId', 'summary', 'description', 'examples'];

const isObject = (value: Json): value is { [name: string]: Json } =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** Follows a reference into the document's components. */
function resolve(document: Json, value: Json): Json {
	if (!isObject(value) || typeof value.$ref !== 'string') return value;
	return value.$ref.split('/').slice(1).reduce(member, document);
}

function member(value: Json, name: string): Json {
	const inner = Object(value)[name];
	if (inner === undefined) throw new Error(`The document has no ${name} there`);
	return inner;
}

function marks(value: Json, name: string): boolean {
	if (!isObject(value)) return false;
	const mark = value[MARK];
	return mark === true || (Array.isArray(mark) && mark.includes(name));
}

/** A field may have the name of a remark; it is an object then. */
const isRemark = (value: Json, name: string) =>
	REMARKS.includes(name) && !isObject(member(value, name));

/** The part at `path`: names with ` > ` between them. */
export function partAt(document: Json, path: string): Json {
	return path
		.split(' > ')
		.reduce((outer, name) => resolve(document, member(outer, name)), document);
}

/** Whether the part at `path` is marked, or lies in a marked one. */
export function isAssumed(document: Json, path: string): boolean {
	let value = document;
	for (const name of path.split(' > ')) {
		if (marks(value, name)) return true;
		value = resolve(document, member(value, name));
	}
	return marks(value, '$key');
}

/** Path and value of everything below `path` that is neither marked nor a remark. */
export function unmarkedParts(document: Json, path: string): Array<[path: string, value: Json]> {
	const value = partAt(document, path);
	if (marks(value, '')) return [];
	const isLeaf = typeof value !== 'object' || value === null;
	const isListOfLeaves = Array.isArray(value) && value.every((entry) => typeof entry === 'string');
	if (isLeaf || isListOfLeaves) return [[path, value]];
	return Object.keys(value)
		.filter((name) => !isRemark(value, name) && !marks(value, name))
		.flatMap((name) => unmarkedParts(document, `${path} > ${name}`));
}
