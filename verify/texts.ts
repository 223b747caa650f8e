import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';
import { isPunctuated, isSentenceCase, isTitleCase, wordFindings } from './words';

/** How a text is written: a name, one or more sentences, an example of an entry, or anything. */
type Kind = 'name' | 'sentence' | 'description' | 'placeholder' | 'any';

/** A text of the editor and where it stands. */
export interface Text {
	at: string;
	kind: Kind;
	text: string;
}

const RULES: Record<Kind, (text: string) => string | false> = {
	name: (text) => !isTitleCase(text) && 'is a name and not in Title Case',
	sentence: (text) => !isSentenceCase(text) && 'is not in sentence case',
	description: (text) =>
		(!isSentenceCase(text) && 'is not in sentence case') ||
		(!isPunctuated(text) && 'ends with a full stop, or without, unlike other descriptions'),
	placeholder: (text) => !text.startsWith('e.g. ') && 'is a placeholder without "e.g. "',
	any: () => false,
};

export function textFindings(texts: Text[]): string[] {
	return texts.flatMap(({ at, kind, text }) =>
		[...wordFindings(text), RULES[kind](text)]
			.filter((finding) => finding !== false)
			.map((finding) => `${at}: "${text}" ${finding}`),
	);
}

/** All texts of a field of the panel, with those of its options, however deep. */
export function textsOf(property: INodeProperties, parent: string): Text[] {
	const at = `${parent}.${property.name}`;
	const { displayName, description, hint, placeholder, type } = property;
	if (type === 'hidden') return [];
	const isCollection = type === 'collection' || type === 'fixedCollection';
	return [
		...text(`${at}.displayName`, type === 'notice' ? 'sentence' : 'name', displayName),
		...text(`${at}.description`, 'description', description),
		...text(`${at}.hint`, 'sentence', hint),
		...text(`${at}.placeholder`, isCollection ? 'name' : 'placeholder', placeholder),
		...(property.modes ?? []).flatMap((mode) => textsOfMode(mode, at)),
		...(property.options ?? []).flatMap((option) => textsOfOption(option, at)),
	];
}

type Option = NonNullable<INodeProperties['options']>[number];

function textsOfOption(option: Option, parent: string): Text[] {
	if ('type' in option) return textsOf(option, parent);
	const at = `${parent}.${option.name}`;
	if ('values' in option) {
		const inner = option.values.flatMap((property) => textsOf(property, at));
		return [...text(`${at}.displayName`, 'name', option.displayName), ...inner];
	}
	const { name, description, action } = option;
	return [
		...text(`${at}.name`, 'name', name),
		...text(`${at}.description`, 'description', description),
		...text(`${at}.action`, 'sentence', action),
	];
}

function textsOfMode(mode: INodePropertyMode, parent: string): Text[] {
	const at = `${parent}.${mode.name}`;
	const messages = (mode.validation ?? []).flatMap((rule) =>
		'properties' in rule && 'errorMessage' in rule.properties ? [rule.properties.errorMessage] : [],
	);
	return [
		...text(`${at}.displayName`, 'name', mode.displayName),
		...text(`${at}.hint`, 'sentence', mode.hint),
		...text(
			`${at}.placeholder`,
			mode.type === 'list' ? 'sentence' : 'placeholder',
			mode.placeholder,
		),
		...messages.flatMap((message) => text(`${at}.validation`, 'sentence', String(message))),
	];
}

export function text(at: string, kind: Kind, value: string | undefined): Text[] {
	return value === undefined ? [] : [{ at, kind, text: value }];
}
