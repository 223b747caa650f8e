export function groupBy<Value, Key>(all: Value[], keyOf: (one: Value) => Key): Map<Key, Value[]> {
	const groups = new Map<Key, Value[]>();
	for (const one of all) {
		const group = groups.get(keyOf(one));
		if (group === undefined) groups.set(keyOf(one), [one]);
		else group.push(one);
	}
	return groups;
}
