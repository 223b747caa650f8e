/** A WebP image and its duration. */
export interface Frame {
	image: Buffer;
	milliseconds: number;
}

const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const ANIMATED = 0x02;
/** Each frame replaces the previous one. */
const NO_BLEND = 0x02;

/** An endless animated WebP of frames with the same size (RFC 9649). */
export function animate(frames: Frame[], width: number, height: number): Buffer {
	const size = Buffer.concat([uint24(width - 1), uint24(height - 1)]);
	const header = chunk('VP8X', Buffer.concat([Buffer.from([ANIMATED, 0, 0, 0]), size]));
	const repeat = chunk('ANIM', Buffer.alloc(6));
	const images = frames.map(({ image, milliseconds }) => {
		const place = Buffer.concat([uint24(0), uint24(0), size, uint24(milliseconds)]);
		return chunk('ANMF', Buffer.concat([place, Buffer.from([NO_BLEND]), bitstreamOf(image)]));
	});
	return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), header, repeat, ...images]));
}

/** The chunk with the image data; the animation has its own metadata. */
function bitstreamOf(image: Buffer): Buffer {
	for (let at = HEADER_BYTES; at < image.length;) {
		const bytes = image.readUInt32LE(at + 4);
		const end = at + CHUNK_HEADER_BYTES + bytes + (bytes % 2);
		if (image.toString('latin1', at, at + 3) === 'VP8' && image[at + 3] !== 0x58) {
			return image.subarray(at, end);
		}
		at = end;
	}
	throw new TypeError('No WebP');
}

function chunk(name: string, content: Buffer): Buffer {
	const size = Buffer.alloc(4);
	size.writeUInt32LE(content.length);
	return Buffer.concat([Buffer.from(name), size, content, Buffer.alloc(content.length % 2)]);
}

function uint24(value: number): Buffer {
	return Buffer.from([value & 0xff, (value >> 8) & 0xff, value >> 16]);
}
