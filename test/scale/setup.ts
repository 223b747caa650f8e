import { installFor } from '../support/n8n/installFor';

export default function checkPrograms(): void {
	installFor('--host', '--queue');
}
