const STEERING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

export function printable(text        )         {
  return text.replaceAll(STEERING, (char) => `\\u{${char.codePointAt(0)?.toString(16) ?? ''}}`);
}

export function printableDocument(json        )         {
  return json.replaceAll(STEERING, (char) => {
    if (char === '\n' || char === '\t') return char;
    return char === '\r' ? ' ' : char.replaceAll(/[\s\S]/g, unicodeEscape);
  });
}

function unicodeEscape(unit        )         {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

export function shellWord(text        )         {
  return /^[\w./:@%+,=-]+$/.test(text) ? text : quotedWord(text);
}

export function quotedWord(text        )         {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

export function firstCharacters(text        , count        )         {
  return [...text.slice(0, count * 2)].slice(0, count).join('');
}
