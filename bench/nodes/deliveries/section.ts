import type { Section } from '../section';

/** How many deliveries n8n takes, and how fast. */
export const deliveries: Section[] = [];
