import type { Operation } from '../operation';
import { registry } from '../registry';

export interface RegisteredOperation {
	resource: string;
	name: string;
	operation: Operation;
}

export const everyOperation: RegisteredOperation[] = [];
for (const [resource, byName] of Object.entries(registry)) {
	for (const [name, operation] of Object.entries(byName)) {
		everyOperation.push({ resource, name, operation });
	}
}
