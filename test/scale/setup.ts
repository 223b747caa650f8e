import { installFor } from '../../tools/install/installFor';

export default function checkPrograms(): void {
	installFor('--host', '--queue');
}
