// @ts-check
// An Ogg file with Opus in it, the form in which recordings of games usually come. The browser
// encodes the packets; the pages around them are written here, so that no tool need be installed.

/** The samples of a packet, at the rate of Opus. */
const RATE = 48_000;
const FRAME = 960;
/** What a decoder drops at the beginning. */
const SKIPPED = 312;

/**
 * Encodes tones that follow each other.
 * @param {import('playwright-core').Page} page a page in a secure context
 * @param {{pitch: number, ms: number}[]} tones
 * @returns {Promise<Buffer>}
 */
export async function ogg(page, tones) {
  const packets = await page.evaluate(async ({ tones, rate }) => {
    const parts = tones.map(({ pitch, ms }) => Float32Array.from({ length: (rate * ms) / 1000 }, (_, at) => 0.4 * Math.sin((2 * Math.PI * pitch * at) / rate)));
    const all = new Float32Array(parts.reduce((sum, it) => sum + it.length, 0));
    parts.reduce((at, it) => (all.set(it, at), at + it.length), 0);
    /** @type {number[][]} */
    const made = [];
    const encoder = new AudioEncoder({
      output: (chunk) => {
        const bytes = new Uint8Array(chunk.byteLength);
        chunk.copyTo(bytes);
        made.push([...bytes]);
      },
      error: (it) => { throw it; },
    });
    encoder.configure({ codec: 'opus', sampleRate: rate, numberOfChannels: 1, bitrate: 96_000 });
    encoder.encode(new AudioData({ format: 'f32', sampleRate: rate, numberOfFrames: all.length, numberOfChannels: 1, timestamp: 0, data: all }));
    await encoder.flush();
    return made;
  }, { tones, rate: RATE });
  const head = Buffer.from('OpusHead\x01\x01------------', 'latin1').fill(0, 10);
  head.writeUInt16LE(SKIPPED, 10);
  head.writeUInt32LE(RATE, 12);
  const tags = Buffer.concat([Buffer.from('OpusTags'), Buffer.alloc(8)]);
  const first = [leaf(0, 2, 0, head.subarray(0, 19)), leaf(1, 0, 0, tags)];
  const rest = packets.map((it, index) => leaf(index + 2, index + 1 === packets.length ? 4 : 0, (index + 1) * FRAME, Buffer.from(it)));
  return Buffer.concat([...first, ...rest]);
}

/**
 * A page of an Ogg file with one packet.
 * @param {number} index
 * @param {number} flags 2 for the first, 4 for the last
 * @param {number} samples how many samples have come by its end
 * @param {Buffer} packet
 */
function leaf(index, flags, samples, packet) {
  const lengths = [...new Array(Math.floor(packet.length / 255)).fill(255), packet.length % 255];
  const head = Buffer.alloc(27);
  head.write('OggS');
  head[5] = flags;
  head.writeBigUInt64LE(BigInt(samples), 6);
  head.writeUInt32LE(7, 14);
  head.writeUInt32LE(index, 18);
  head[26] = lengths.length;
  const whole = Buffer.concat([head, Buffer.from(lengths), packet]);
  whole.writeUInt32LE(checksum(whole), 22);
  return whole;
}

/** @param {Buffer} bytes */
function checksum(bytes) {
  let sum = 0;
  for (const byte of bytes) {
    sum = (sum ^ (byte << 24)) >>> 0;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum & 0x8000_0000 ? (sum << 1) ^ 0x04c1_1db7 : sum << 1) >>> 0;
  }
  return sum;
}
