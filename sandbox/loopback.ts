const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether a URL's hostname (IPv6 in brackets) names this machine. */
export function isLoopback(hostname: string): boolean {
	return LOOPBACK.test(hostname);
}
