import { crc32 } from 'node:zlib';

/** What the bytes of a picture say of it. */
interface Picture {
  readonly type: 'png' | 'jpg' | 'webp';
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

const PNG = '\x89PNG\r\n\x1a\n';
/** Start of frame: baseline, extended and progressive, which is what browsers show. */
const JPEG_FRAMES = [0xc0, 0xc1, 0xc2];
const JPEG_SCAN = 0xda;
const NOT_WHOLE = 'It is damaged or not whole: export it again.';
const MOVES = 'It moves: export a picture that stands still.';

/**
 * Reads what a picture is from its bytes, whatever the file is called: a whole PNG, JPEG or WebP that stands still, with nothing
 * before or behind it. Else a sentence that says what is wrong.
 */
export function readPicture(bytes: Buffer): Picture | string {
  const start = bytes.toString('latin1', 0, 12);
  if (start.startsWith(PNG)) return readPng(bytes);
  if (start.startsWith('\xff\xd8\xff')) return readJpeg(bytes);
  if (/^RIFF.{4}WEBP$/s.test(start)) return readWebp(bytes);
  if (/<svg[\s>]/i.test(bytes.toString('latin1', 0, 2_000))) {
    return 'It is an SVG, which can hold scripts and addresses of others: export it as PNG or WebP.';
  }
  if (start.startsWith('GIF8')) return 'It is a GIF: export it as PNG or WebP.';
  return 'It is no PNG, JPEG or WebP picture.';
}

function readPng(bytes: Buffer): Picture | string {
  let size: { width: number; height: number } | undefined;
  for (let at = PNG.length; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > bytes.length || crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return NOT_WHOLE;
    const chunk = bytes.toString('latin1', at + 4, at + 8);
    if (!size && (chunk !== 'IHDR' || length !== 13)) return NOT_WHOLE;
    if (chunk === 'IHDR') size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    if (chunk === 'acTL') return MOVES;
    if (chunk === 'IEND') return size && end === bytes.length ? { type: 'png', ...size } : NOT_WHOLE;
    at = end;
  }
  return NOT_WHOLE;
}

function readJpeg(bytes: Buffer): Picture | string {
  if (bytes.toString('latin1', bytes.length - 2) !== '\xff\xd9') return NOT_WHOLE;
  let size: { width: number; height: number } | undefined;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return NOT_WHOLE;
    const marker = bytes[at + 1] ?? 0;
    // Any number of these may stand before a marker.
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === JPEG_SCAN) return size ? { type: 'jpg', ...size } : NOT_WHOLE;
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2 || at + 2 + length > bytes.length) return NOT_WHOLE;
    if (JPEG_FRAMES.includes(marker)) {
      if (length < 8) return NOT_WHOLE;
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    at += 2 + length;
  }
  return NOT_WHOLE;
}

function readWebp(bytes: Buffer): Picture | string {
  // The smallest there is holds its first chunk's header and ten bytes of it.
  if (bytes.length < 30 || bytes.readUInt32LE(4) + 8 !== bytes.length) return NOT_WHOLE;
  const size = (width: number, height: number): Picture => ({ type: 'webp', width, height });
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      if (bytes.toString('latin1', 23, 26) !== '\x9d\x01\x2a') return NOT_WHOLE;
      return size(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
    case 'VP8L': {
      if (bytes[20] !== 0x2f) return NOT_WHOLE;
      const bits = bytes.readUInt32LE(21);
      return size((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    case 'VP8X':
      if (((bytes[20] ?? 0) & 0x02) !== 0) return MOVES;
      return size(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
    default:
      return NOT_WHOLE;
  }
}
