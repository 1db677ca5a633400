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
    let reset;
    button.addEventListener('click', async () => {
      button.textContent = (await copied(figure.querySelector('code'))) ? words.copied : words.uncopied;
      clearTimeout(reset);
      reset = setTimeout(() => (button.textContent = words.copy), 3000);
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
  let index;
  const load = async () => {
    const response = await fetch(words.index);
    if (!response.ok) throw new Error(`the search index failed to load: ${response.status}`);
    return response.json();
  };
  const MOST = 12;

  const MOST_REPORTS = 20;
  const TYPING_PAUSE_MS = 1500;
  const reported = new Set();
  let pause;
  /** Counts a search without results, when the reader has stopped typing. The text stays in the browser. */
  function reportMiss(query) {
    clearTimeout(pause);
    pause = setTimeout(() => {
      if (reported.has(query) || reported.size >= MOST_REPORTS) return;
      reported.add(query);
      fetch(words.missed, { method: 'POST', keepalive: true }).catch(() => {});
    }, TYPING_PAUSE_MS);
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
      places = searchDocs(await index, query);
      if (places.length === 0) reportMiss(query);
      else clearTimeout(pause);
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
