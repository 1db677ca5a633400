// Gives a page inside the card widget's frame the look of the shop's page. Everything from the shop is validated here: the browser parses a
// colour and it is written back as three numbers, a length as one number, a font as names. So no text of the shop can load anything or
// become code. A colour without enough contrast is replaced.
window.peyeLook = (() => {
  const root = document.documentElement;
  const COLOUR = /^(#[\da-f]{3,8}|[a-z]{3,20}|(rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([\w\s.,%/+-]{1,60}\))$/i;
  const LENGTH = /^(\d{1,3}(?:\.\d{1,3})?)(px|rem|em)?$/;
  const FONT = /^[\p{L}\d\s,'"_-]{1,200}$/u;
  const [WHITE, BLACK] = [
    [255, 255, 255],
    [0, 0, 0],
  ];
  const ACCENT = [11, 90, 82];
  const LIGHT = { text: [23, 33, 31], muted: [84, 94, 91], border: [128, 137, 133], danger: [163, 19, 42] };
  const DARK = { text: [238, 242, 240], muted: [174, 184, 180], border: [119, 130, 126], danger: [255, 154, 165] };
  const COLOURS = ['accent', 'accentText', 'background', 'field', ...Object.keys(LIGHT)];
  /** Pixels: minimum, maximum. */
  const LENGTHS = { radius: [0, 32], fontSize: [14, 22] };

  if (parent !== window) {
    root.classList.add('waits');
    setTimeout(() => root.classList.remove('waits'), 1000);
  }

  function rgbOf(text, below) {
    if (!COLOUR.test(text) || !CSS.supports('color', text)) return undefined;
    const probe = root.appendChild(document.createElement('i'));
    probe.style.color = text;
    // Converts newer notations to red, green and blue numbers, if the browser supports them.
    probe.style.color = `color-mix(in srgb, ${text}, ${text})`;
    const [, space, numbers] =
      /^(rgba?|color)\((?:srgb )?([^a-z]*)\)$/.exec(getComputedStyle(probe).color.replaceAll('none', '0')) || [];
    probe.remove();
    if (!numbers) return undefined;
    const parts = numbers.split(/[\s,/]+/).map(Number);
    const scale = space === 'color' ? 255 : 1;
    const alpha = parts[3] ?? 1;
    return below.map((under, i) => {
      const part = Math.min(255, Math.max(0, parts[i] * scale));
      return Math.round(part * alpha + under * (1 - alpha));
    });
  }

  function luminance(rgb) {
    const [r, g, b] = rgb.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }

  function contrast(one, other) {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  }

  return ({ theme = {}, surface } = {}) => {
    const given = { __proto__: null };
    const doubts = [];
    const under = rgbOf(String(surface), WHITE) || WHITE;
    const background = rgbOf(theme.background, under) || under;
    const vars = {};
    for (const [name, value] of Object.entries(theme)) {
      if (COLOURS.includes(name)) given[name] = rgbOf(value, background);
      else if (Object.hasOwn(LENGTHS, name)) given[name] = lengthOf(value, ...LENGTHS[name]);
      else if (name === 'font' && FONT.test(value) && CSS.supports('font-family', value)) given.font = value;
      if (given[name] === undefined) doubts.push(`${name}: ${value} is not one of the values it may have`);
    }
    /** The first colour that is readable on all of these. */
    const readable = (name, least, on, ...others) => {
      const passes = (colour) => colour && on.every((one) => contrast(colour, one) >= least);
      if (given[name] && !passes(given[name])) doubts.push(`${name}: less contrast than ${least} to 1`);
      return [given[name], ...others].find(passes) || others[others.length - 1];
    };
    const isDark = contrast(background, WHITE) > contrast(background, BLACK);
    const base = isDark ? DARK : LIGHT;
    const text = readable('text', 4.5, [background], base.text, isDark ? WHITE : BLACK);
    const field = readable('field', 4.5, [text], background);
    const accent = given.accent || ACCENT;
    Object.assign(vars, {
      bg: background,
      text,
      field,
      accent,
      soft: readable('muted', 4.5, [background, field], base.muted, text),
      line: readable('border', 3, [background], base.border, text),
      bad: readable('danger', 4.5, [background], base.danger, text),
      'on-accent': readable('accentText', 4.5, [accent], WHITE, BLACK),
      edge: contrast(accent, background) >= 3 ? accent : text,
    });
    for (const [name, rgb] of Object.entries(vars)) {
      root.style.setProperty(`--${name}`, `rgb(${rgb.join(', ')})`);
    }
    if (given.radius !== undefined) root.style.setProperty('--radius', `${given.radius}px`);
    if (given.fontSize) root.style.setProperty('--size', `${given.fontSize}px`);
    if (given.font) root.style.setProperty('--font', given.font);
    root.style.colorScheme = isDark ? 'dark' : 'light';
    root.classList.remove('waits');
    if (doubts.length > 0) console.warn(`Peye: of the theme is not used: ${doubts.join('; ')}`);
    dispatchEvent(new Event('peye-look'));
  };

  function lengthOf(value, least, most) {
    const [, number, unit] = LENGTH.exec(value) || [];
    const pixels = Number(number) * (/em$/.test(unit) ? 16 : 1);
    return pixels >= least && pixels <= most ? pixels : undefined;
  }
})();
