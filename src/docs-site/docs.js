// What the documentation adds when scripts run: search, copy buttons, and one language of code for all tabs. Everything is readable
// without scripts.
(() => {
  const box = document.querySelector('search');
  const words = box.dataset;

  for (const figure of document.querySelectorAll('figure.code')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = words.copy;
    button.addEventListener('click', async () => {
      button.textContent = (await copied(figure.querySelector('code'))) ? words.copied : words.uncopied;
      setTimeout(() => (button.textContent = words.copy), 3000);
    });
    button.setAttribute('aria-live', 'polite');
    figure.append(button);
  }

  async function copied(code) {
    try {
      await navigator.clipboard.writeText(code.textContent);
      return true;
    } catch {
      // Without TLS there is no clipboard. The code is selected instead, so that the reader can copy it.
      getSelection().selectAllChildren(code);
      return false;
    }
  }

  const CHOICE = 'peye-docs-code';
  const choose = (language) => {
    for (const input of document.querySelectorAll('.tabs input')) if (input.value === language) input.checked = true;
  };
  try {
    choose(localStorage.getItem(CHOICE));
  } catch {
    // A browser without local storage shows the first tab.
  }
  document.addEventListener('change', ({ target }) => {
    if (!target.closest('.tabs')) return;
    const { top } = target.getBoundingClientRect();
    choose(target.value);
    // Code above may have become longer or shorter. Scroll so that the clicked tab stays in place.
    scrollBy({ top: target.getBoundingClientRect().top - top, behavior: 'instant' });
    try {
      localStorage.setItem(CHOICE, target.value);
    } catch {
      // The choice is only valid for this page.
    }
  });

  const field = box.querySelector('input');
  const status = box.querySelector('p');
  const list = box.querySelector('ol');
  const folded = (text) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  let index;
  const load = async () => {
    const response = await fetch(words.index);
    if (!response.ok) throw new Error(`the search index failed to load: ${response.status}`);
    return (await response.json()).map(([address, title, heading, text]) => ({
      address,
      title,
      heading,
      inTitle: folded(title),
      inHeading: folded(heading),
      inText: folded(text),
    }));
  };
  const MOST = 12;

  function found(places, query) {
    const parts = folded(query).split(/\s+/).filter(Boolean);
    const exact = ranked(places, parts);
    return exact.length > 0 ? exact : ranked(places, meant(places, parts));
  }

  /** Replaces each part that occurs nowhere by the most frequent word that differs by one typing error, if there is one. */
  function meant(places, parts) {
    const counts = new Map();
    for (const { inTitle, inHeading, inText } of places) {
      for (const word of new Set(`${inTitle} ${inHeading} ${inText}`.split(/[^\p{L}\p{N}_-]+/u))) {
        counts.set(word, (counts.get(word) ?? 0) + 1);
      }
    }
    const words = [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word);
    return parts.map((part) => {
      if (part.length < 4 || words.some((word) => word.includes(part))) return part;
      return words.find((word) => isNear(word, part)) ?? part;
    });
  }

  /** Whether two words differ by one letter that is added, missing or changed, or by two letters in the wrong order. */
  function isNear(a, b) {
    if (Math.abs(a.length - b.length) > 1) return false;
    let at = 0;
    while (at < a.length && a[at] === b[at]) at++;
    const [restA, restB] = [a.slice(at), b.slice(at)];
    return (
      restA.slice(1) === restB ||
      restA === restB.slice(1) ||
      restA.slice(1) === restB.slice(1) ||
      (restA.slice(2) === restB.slice(2) && restA[0] === restB[1] && restA[1] === restB[0])
    );
  }

  function ranked(places, parts) {
    const score = ({ inTitle, inHeading, inText }) => {
      let sum = 0;
      for (const part of parts) {
        const points =
          (inTitle.includes(part) ? 4 : 0) +
          // At the top of a page, the title counts as the heading.
          ((inHeading || inTitle).includes(part) ? 6 : 0) +
          (` ${inText} `.includes(` ${part} `) ? 3 : inText.includes(part) ? 1 : 0);
        if (points === 0) return 0;
        sum += points;
      }
      return sum + (inHeading ? 0 : 1);
    };
    return places
      .map((place) => ({ place, points: score(place) }))
      .filter(({ points }) => points > 0)
      .sort((a, b) => b.points - a.points)
      .map(({ place }) => place);
  }

  async function show() {
    const query = field.value.trim();
    if (query.length < 2) {
      list.replaceChildren();
      status.textContent = '';
      return;
    }
    index ??= load();
    let places;
    try {
      places = found(await index, query);
    } catch {
      index = undefined;
      places = [];
    }
    if (field.value.trim() !== query) return;
    status.textContent =
      places.length === 0
        ? words.none
        : places.length === 1
          ? words.one
          : words.many.replace('2', String(places.length));
    list.replaceChildren(
      ...places.slice(0, MOST).map(({ address, title, heading }) => {
        const item = document.createElement('li');
        const link = document.createElement('a');
        link.href = address;
        link.textContent = heading || title;
        if (heading) {
          const of = document.createElement('small');
          of.textContent = title;
          link.append(' ', of);
        }
        item.append(link);
        return item;
      }),
    );
  }

  field.addEventListener('input', show);
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      field.value = '';
      void show();
    }
    if (event.key === 'Enter') list.querySelector('a')?.click();
  });
  box.hidden = false;
})();
