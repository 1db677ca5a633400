import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { contrast, darkenFor, lightenFor, parseColour } from '../../src/platform/html/colours.ts';

const colours = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

describe('colours', () => {
  it('have the contrasts that WCAG gives as examples', () => {
    assert.equal(contrast('#000000', '#ffffff'), 21);
    assert.equal(contrast('#ffffff', '#ffffff'), 1);
    assert.equal(contrast('#777777', '#ffffff').toFixed(2), '4.48');
    assert.equal(contrast('#767676', '#ffffff').toFixed(2), '4.54');
  });

  it('the suggested shade has enough contrast, and a colour with enough contrast is not changed', () => {
    fc.assert(
      fc.property(colours, (colour) => {
        const [dark, light] = [darkenFor(colour, '#ffffff'), lightenFor(colour, '#1d2027')];
        assert.ok(contrast(dark, '#ffffff') >= 4.5 && contrast(light, '#1d2027') >= 4.5);
        if (contrast(colour, '#ffffff') >= 4.5) assert.equal(dark, colour);
        if (contrast(colour, '#1d2027') >= 4.5) assert.equal(light, colour);
        assert.equal(darkenFor(colour, '#ffffff', contrast(colour, '#ffffff')), colour, 'just enough');
        assert.equal(lightenFor(colour, '#1d2027', contrast(colour, '#1d2027')), colour, 'just enough');
      }),
    );
  });

  it('are read in the two hexadecimal notations of CSS, and in no other', () => {
    assert.deepEqual(['#ABC', '#aabbcc', '#AaBbCc'].map(parseColour), ['#aabbcc', '#aabbcc', '#aabbcc']);
    for (const text of ['', 'abc', '#abcd', '#12345g', '#aabbccdd', ' #abc', '#abc\n', 'red', 'rgb(0,0,0)']) {
      assert.equal(parseColour(text), undefined, text);
    }
  });
});
