/** The extension that tells what the API document does not show. */
export const EXTENSION = 'x-assumed';

/** In a mark: the name that the marked object stands under. */
export const OWN_NAME = '$key';

/** Marks an object whole, with the name that it stands under. */
export const ASSUMED = { [EXTENSION]: true };

/** Marks some members of an object; without any, it says that nothing is assumed. */
export const assumed = (...members: string[]) => ({ [EXTENSION]: members });

export const HOW_TO_READ = `\`${EXTENSION}\` marks what the API document does not show and the sandbox has chosen: \`true\` is the whole object with the name it stands under, a list is those members of the object with all they hold (\`${OWN_NAME}\` is the name it stands under). The real service may differ in every marked part.`;
