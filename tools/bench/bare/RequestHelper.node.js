const IN_FLIGHT = 50;

/** Only n8n's request helper and one parameter: the floor of a node that creates an item. */
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
		properties: [{ displayName: 'Title', name: 'title', type: 'string', default: '' }],
	};

	async execute() {
		const type = 'workspaceTaskServiceApi';
		const data = await this.getCredentials(type);
		const credentialsDecrypted = { id: '', name: '', type, data };
		const output = [];
		const indexes = this.getInputData().keys();
		const work = async () => {
			for (const item of indexes) {
				const body = { board_id: 1, title: this.getNodeParameter('title', item) };
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
		await Promise.all(Array.from({ length: IN_FLIGHT }, work));
		return [output];
	}
}

module.exports = { RequestHelper };
