import type {
	ICredentialTestFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import type { Helper } from '../transport/exchange';

type Download = AsyncIterable<Uint8Array> & { destroy(): void };

/** Then n8n closes a connection on which nothing arrives. */
const MAX_SILENCE_MS = 20_000;

/**
 * The HTTP helper of a credential test. n8n's helper knows no signal here, so the end of the test ends
 * the download.
 */
export function testHelper({ helpers }: ICredentialTestFunctions): Helper {
	return async (options: IHttpRequestOptions): Promise<IN8nHttpFullResponse> => {
		const response = await helpers.request({
			method: options.method,
			uri: `${options.baseURL ?? ''}${options.url}`,
			headers: { accept: 'application/json', ...options.headers },
			body: options.body,
			useStream: true,
			timeout: MAX_SILENCE_MS,
			simple: false,
			resolveWithFullResponse: true,
			followRedirect: false,
			followAllRedirects: false,
		});
		const download: Download = response.body;
		const end = () => download.destroy();
		options.abortSignal?.addEventListener?.('abort', end);
		if (options.abortSignal?.aborted) end();
		return { ...response, body: await bytesOf(download) };
	};
}

async function bytesOf(download: Download): Promise<Buffer> {
	const chunks: Uint8Array[] = [];
	for await (const chunk of download) {
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}
