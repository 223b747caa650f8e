/* Runs inside the page; tests call one of the checks by its name. */
const checks = {
	/** Fields and buttons that nothing names. */
	unnamed: () =>
		[...document.querySelectorAll('input, select, textarea, button, a, dialog, [role=log]')]
			.filter((node) => !nameOf(node))
			.map((node) => node.outerHTML.slice(0, 120)),

	/** Texts in sight whose contrast to what is behind them is below WCAG AA. */
	faint: () =>
		[...document.querySelectorAll('body *')]
			.filter((node) => hasText(node) && node.checkVisibility())
			.map((node) => ({ text: node.textContent.trim().slice(0, 40), ratio: contrastOf(node) }))
			.filter(({ ratio }) => ratio < 4.5),

	/** How many texts the check above looked at. */
	texts: () => [...document.querySelectorAll('body *')].filter(hasText).length,

	/** What is wider than the room it has, the page itself included. */
	wide: () =>
		[...document.querySelectorAll('html, body *:not(.skip, .sr-only, .sr-only *)')]
			.filter((node) => node.clientWidth > 0 && node.scrollWidth > node.clientWidth + 1)
			.map((node) => `${node.tagName} ${node.className} ${node.scrollWidth - node.clientWidth}`),
};

function nameOf(node) {
	const reference = node.getAttribute('aria-labelledby');
	const label = [...(node.labels ?? [])].map((found) => found.textContent).join(' ');
	return (
		node.getAttribute('aria-label') ||
		(reference && document.getElementById(reference)?.textContent) ||
		label.trim() ||
		(/^(BUTTON|A|SUMMARY)$/.test(node.tagName) && node.textContent.trim())
	);
}

function hasText(node) {
	return [...node.childNodes].some((child) => child.nodeType === 3 && child.data.trim() !== '');
}

function contrastOf(node) {
	const [light, dark] = [
		luminance(channels(getComputedStyle(node).color)),
		luminance(groundOf(node)),
	].sort((a, b) => b - a);
	return (light + 0.05) / (dark + 0.05);
}

function groundOf(node) {
	for (let at = node; at; at = at.parentElement) {
		const ground = channels(getComputedStyle(at).backgroundColor);
		if (ground[3] !== 0) return ground;
	}
	return [255, 255, 255];
}

function channels(color) {
	const [red, green, blue, alpha = 1] = color.match(/[\d.]+/g).map(Number);
	return [red, green, blue, alpha];
}

function luminance([red, green, blue]) {
	const linear = [red, green, blue].map((channel) => {
		const part = channel / 255;
		return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
}
