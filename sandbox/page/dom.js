/** An element with properties and children. Text children stay text: data never becomes markup. */
export function element(tag, properties = {}, ...children) {
	const { dataset = {}, attributes = {}, ...direct } = properties;
	const node = Object.assign(document.createElement(tag), direct);
	Object.assign(node.dataset, dataset);
	for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
	node.append(...children.filter((child) => child !== undefined && child !== null));
	return node;
}

export const byId = (id) => document.getElementById(id);

/** Tells something that is not in sight to those who listen to the page. */
export function say(text) {
	byId('said').textContent = text;
}

/** Puts new children in place of the old ones; the focus stays on the one with the same key. */
export function replaceChildren(parent, ...children) {
	const key = parent.contains(document.activeElement) && document.activeElement.dataset.key;
	parent.replaceChildren(...children);
	if (!key) return;
	const same = parent.querySelector(`[data-key="${key}"]`);
	(same ?? parent.closest('[tabindex]'))?.focus();
}
