/**
 * Only n8n's request helper: the baseline for the cost of the package. With a title that is an
 * expression it is the floor of a node whose parameters may differ for each item.
 */
class RequestHelper {
	description = {
		displayName: 'Request Helper',
		name: 'requestHelper',
		group: ['output'],
		version: 1,
		description: 'Creates a task per item',
		defaults: { name: 'Request Helper' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'workspaceTaskServiceApi', required: true }],
		properties: [
			{ displayName: 'In Flight', name: 'inFlight', type: 'number', default: 50 },
			{ displayName: 'Title', name: 'title', type: 'string', default: '' },
		],
	};

	async execute() {
		const type = 'workspaceTaskServiceApi';
		const data = await this.getCredentials(type);
		const credentialsDecrypted = { id: '', name: '', type, data };
		const items = this.getInputData();
		const output = [];
		const indexes = items.keys();
		const titleOf =
			this.getNodeParameter('title', 0) === ''
				? (item) => items[item].json.title
				: (item) => this.getNodeParameter('title', item);
		const work = async () => {
			for (const item of indexes) {
				const body = { board_id: 1, title: titleOf(item) };
				const options = {
					method: 'POST',
					baseURL: data.baseUrl,
					url: '/api/v1/tasks',
					body,
					json: true,
				};
				const json = await this.helpers.httpRequestWithAuthentication.call(this, type, options, {
					credentialsDecrypted,
				});
				output[item] = { json, pairedItem: { item } };
			}
		};
		await Promise.all(Array.from({ length: this.getNodeParameter('inFlight', 0) }, work));
		return [output];
	}
}

module.exports = { RequestHelper };
