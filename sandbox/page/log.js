import { useState } from 'preact/hooks';
import { Row } from './logRow.js';
import { html, Panel } from './ui.js';
import { failed } from './texts.js';

const textOf = (line) => Object.values(line).join(' ').toLowerCase();

export function Log({ lines }) {
	const [text, setText] = useState('');
	const [failedOnly, setFailedOnly] = useState(false);
	const found = lines.filter(
		(line) => (!failedOnly || failed(line)) && textOf(line).includes(text.toLowerCase()),
	);
	return html`
		<${Panel} id="log" title="Log">
			<input
				type="search"
				aria-label="Find in the log"
				placeholder="Find: title, path, id …"
				onInput=${({ target }) => setText(target.value)}
			/>
			<div class="flow">
				<label class="flow">
					<input type="checkbox" onChange=${({ target }) => setFailedOnly(target.checked)} />
					Failed only
				</label>
				<span class="meta" role="status">
					${found.length} of ${lines.length} · ${found.filter(failed).length} failed
				</span>
			</div>
			<ul class="entries">
				${found.reverse().map((line) => html`<${Row} key=${line.number} line=${line} />`)}
			</ul>
		<//>
	`;
}
