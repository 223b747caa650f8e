import type { PackageDirectoryLoader } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentials,
	IHttpRequestOptions,
	IRequestOptionsSimplified,
} from 'n8n-workflow';
import { ICredentialsHelper } from 'n8n-workflow';

/** Stands where n8n keeps its credential store; the credential types are the package's own. */
export class Credentials extends ICredentialsHelper {
	/** How often the stored credential was read and decrypted. */
	reads = 0;

	constructor(
		private readonly loader: PackageDirectoryLoader,
		private readonly entered: ICredentialDataDecryptedObject,
	) {
		super();
	}

	async getDecrypted(): Promise<ICredentialDataDecryptedObject> {
		this.reads++;
		return { ...this.entered };
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.loader.getCredential(typeName).type;
		if (typeof authenticate !== 'function') throw new Error(`${typeName} cannot authenticate`);
		return await authenticate(credentials, requestOptions as IHttpRequestOptions);
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async preAuthentication(): Promise<undefined> {}

	async runPreAuthentication(): Promise<undefined> {}

	async getCredentials(): Promise<ICredentials> {
		throw new Error('The encrypted credential is of no use to a node');
	}

	async updateCredentials(): Promise<void> {}

	async updateCredentialsOauthTokenData(): Promise<void> {}

	getCredentialsProperties() {
		return [];
	}
}
