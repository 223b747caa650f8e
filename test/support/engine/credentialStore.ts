import type { PackageDirectoryLoader } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentials,
	ICredentialsExpressionResolveValues,
	IExecuteData,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INode,
	INodeCredentialsDetails,
	INodeParameters,
	IRequestOptionsSimplified,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { ICredentialsHelper } from 'n8n-workflow';

/** Replaces n8n's credential store. */
export class Credentials extends ICredentialsHelper {
	/** How often the stored credential was read and decrypted. */
	reads = 0;

	constructor(
		private readonly loader: PackageDirectoryLoader,
		/** As in n8n's database, decrypted. */
		public stored: ICredentialDataDecryptedObject,
	) {
		super();
	}

	/** Like n8n, evaluates expressions for one item. */
	async getDecrypted(
		_additionalData: IWorkflowExecuteAdditionalData,
		_nodeCredentials: INodeCredentialsDetails,
		_type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		_raw?: boolean,
		values?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		this.reads++;
		if (values === undefined) return { ...this.stored };
		const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = values;
		return workflow.expression.getParameterValue(
			{ ...this.stored } as INodeParameters,
			...([runExecutionData, runIndex, itemIndex, node.name, connectionInputData] as const),
			...([mode, {}, executeData] as const),
		) as ICredentialDataDecryptedObject;
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

	/** Like n8n: only where a hidden expirable field is empty, or after a 401 that n8n itself saw. */
	async preAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		_node: INode,
		credentialsExpired: boolean,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const { properties, preAuthentication } = this.loader.getCredential(typeName).type;
		const expirable = properties.find(
			({ type, typeOptions }) => type === 'hidden' && typeOptions?.expirable === true,
		);
		if (expirable === undefined || preAuthentication === undefined) return undefined;
		if (credentials[expirable.name] !== '' && !credentialsExpired) return undefined;
		const output = await preAuthentication.call(helpers, credentials);
		if (output[expirable.name] === undefined) return undefined;
		this.stored = { ...this.stored, ...output } as ICredentialDataDecryptedObject;
		return Object.assign(credentials, output) as ICredentialDataDecryptedObject;
	}

	async runPreAuthentication(): Promise<undefined> {}

	async getCredentials(): Promise<ICredentials> {
		throw new Error('A node cannot use an encrypted credential');
	}

	async updateCredentials(): Promise<void> {}

	async updateCredentialsOauthTokenData(): Promise<void> {}

	getCredentialsProperties() {
		return [];
	}
}
