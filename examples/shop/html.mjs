/** HTML that `html` has created. Another template inserts it without escaping. */
class Html {
  constructor(text) {
    this.text = text;
  }
  toString() {
    return this.text;
  }
}

/** A template that escapes all its values. Lists are joined; null, undefined and false become an empty text. */
export function html(strings, ...values) {
  return new Html(strings.reduce((text, string, index) => text + textOf(values[index - 1]) + string));
}

function textOf(value) {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map(textOf).join('');
  if (value === null || value === undefined || value === false) return '';
  return String(value).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
