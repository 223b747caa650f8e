import { useState } from 'preact/hooks';
import { Row } from './logRow.js';
import { update } from './state.js';
import { button, html, Panel } from './ui.js';
import { failed } from './texts.js';

const PAGE_SIZE = 200;

const textOf = (line) => Object.values(line).join(' ').toLowerCase();

export function Log({ lines, filter }) {
	const [limit, setLimit] = useState(PAGE_SIZE);
	const text = filter.text.toLowerCase();
	const found = lines.filter(
		(line) => (!filter.failed || failed(line)) && (text === '' || textOf(line).includes(text)),
	);
	const rows = found.slice(0, limit);
	const change = (changes) => update({ filter: { ...filter, ...changes } });
	return html`
		<${Panel} id="log" title="Log">
			<div class="filters">
				<input
					type="search"
					aria-label="Find in the log"
					placeholder="Find: title, path, id …"
					value=${filter.text}
					onInput=${({ target }) => change({ text: target.value })}
				/>
				<label class="check">
					<input
						type="checkbox"
						checked=${filter.failed}
						onChange=${() => change({ failed: !filter.failed })}
					/>
					Failed only
				</label>
				<span class="meta" role="status">
					${found.length} of ${lines.length} · ${found.filter(failed).length} failed
				</span>
			</div>
			<ul class="entries">
				${rows.map((line) => html`<${Row} key=${line.number} line=${line} />`)}
			</ul>
			${found.length > rows.length && button('Show more', () => setLimit(limit + PAGE_SIZE))}
		<//>
	`;
}
