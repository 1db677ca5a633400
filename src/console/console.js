// This script is optional: every page of the console works without it, except for passkeys.

// Copies the text of an element, and says so to screen readers. Without this script, text can be selected and copied.
const copied = document.querySelector('#copied');
function copies(button, source) {
  button.hidden = false;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(source.textContent);
      button.classList.add('done');
      copied.textContent = copied.dataset.copied;
      setTimeout(() => {
        button.classList.remove('done');
        copied.textContent = '';
      }, 2000);
    } catch {
      getSelection().selectAllChildren(source);
    }
  });
}
if (navigator.clipboard) {
  for (const text of document.querySelectorAll('.copyable')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'quiet copy icon';
    button.ariaLabel = button.title = `${copied.dataset.copy} ${text.textContent}`;
    text.after(button);
    copies(button, text);
  }
  for (const button of document.querySelectorAll('button[data-copy]')) {
    copies(button, document.getElementById(button.dataset.copy));
  }
}

// `/` and ctrl-K lead to the search of the header, except while the user is typing.
addEventListener('keydown', (event) => {
  const isSlash = event.key === '/' && !event.target.closest('input, select, textarea');
  const isFind = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey;
  const field = document.querySelector('.goto input');
  if (!field || !(isSlash || isFind)) return;
  event.preventDefault();
  field.select();
});

// Prints the page. Without scripts, the browser's menu does that.
for (const button of document.querySelectorAll('button.print')) {
  button.hidden = false;
  button.addEventListener('click', () => print());
}

// Makes a picture small enough for customers' phones before it is sent. Without this script, and for a file that this browser cannot show,
// the gateway says what it accepts.
async function shrink(file, most) {
  const picture = await createImageBitmap(file);
  const longest = Math.max(picture.width, picture.height);
  if (file.size <= most && longest <= 1024) return;
  const canvas = document.createElement('canvas');
  // The picture of a payment link is shown larger than a logo.
  for (const side of [...(most > 20_000 ? [1024, 720] : []), 480, 320, 240, 160, 96]) {
    const scale = Math.min(1, side / longest);
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    const pen = canvas.getContext('2d');
    pen.imageSmoothingQuality = 'high';
    pen.drawImage(picture, 0, 0, canvas.width, canvas.height);
    for (const quality of [0.9, 0.75, 0.6]) {
      const small = await new Promise((done) => canvas.toBlob(done, 'image/webp', quality));
      if (small?.size <= most) return new File([small], 'logo', { type: small.type });
    }
  }
}
for (const input of document.querySelectorAll('input[data-bytes]')) {
  input.addEventListener('change', async () => {
    const button = input.form.querySelector('button');
    button.disabled = true;
    try {
      const small = await shrink(input.files[0], Number(input.dataset.bytes));
      const files = new DataTransfer();
      if (small) {
        files.items.add(small);
        input.files = files.files;
      }
    } catch {
      // Not a picture: the form says so once it is sent.
    } finally {
      button.disabled = false;
    }
  });
}

// Filter chips: one is open at a time, a click elsewhere or Escape closes it, and a click on a choice applies it. With the keyboard, the
// button applies the choice.
const chips = document.querySelectorAll('details.chip');
addEventListener('click', ({ target }) => {
  for (const chip of chips) if (!chip.contains(target)) chip.open = false;
});
addEventListener('keydown', ({ key }) => {
  for (const chip of key === 'Escape' ? chips : []) {
    if (chip.open && chip.contains(document.activeElement)) chip.firstChild.focus();
    chip.open = false;
  }
});
for (const form of document.querySelectorAll('form.find')) {
  const custom = form.querySelector('[value=custom]');
  form.addEventListener('click', ({ target, detail }) => {
    if (target.type === 'radio' && target !== custom && detail > 0 && target.closest('.chip')) form.requestSubmit();
  });
  for (const name of ['from', 'to']) {
    form.elements[name]?.addEventListener('input', () => custom && (custom.checked = true));
  }
  // The address has only the filters in use.
  form.addEventListener('formdata', ({ formData }) => {
    for (const [name, value] of [...formData]) if (value === '') formData.delete(name);
  });
}

// A click anywhere on a row follows the row's first link; text can still be selected.
for (const row of document.querySelectorAll('table.short tbody tr')) {
  const link = row.querySelector('a');
  if (!link) continue;
  row.classList.add('leads');
  const follow = (event) => {
    if (event.target.closest('a, button, input, summary') || String(getSelection())) return;
    if (event.button === 1 || event.ctrlKey || event.metaKey) open(link.href, '_blank', 'noopener');
    else if (event.button === 0) location.assign(link.href);
  };
  row.addEventListener('click', follow);
  row.addEventListener('auxclick', follow);
  // A text that is cut off is shown whole.
  for (const cell of row.cells) if (cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent.trim();
}

// Prevents a second click from sending the form twice.
for (const form of document.querySelectorAll('form[method=post]:not(.export)')) {
  form.addEventListener('submit', (event) => {
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = '1';
  });
}
// A page restored from the back/forward cache: its forms can be sent again.
addEventListener('pageshow', (event) => {
  if (event.persisted) for (const form of document.querySelectorAll('form')) delete form.dataset.sent;
});

// Warns two minutes before the session ends. The server says how many seconds are left, and a tab that loads a page notifies the others.
for (const place of document.querySelectorAll('.session')) {
  const [box, text, button] = ['div', 'p', 'button'].map((name) => place.querySelector(name));
  const ends = text.textContent;
  const tabs = new BroadcastChannel('peye-session');
  let timers = [];
  const wait = (seconds) => {
    for (const timer of timers) clearTimeout(timer);
    box.hidden = true;
    text.textContent = ends;
    button.hidden = false;
    timers = [setTimeout(() => (box.hidden = false), (seconds - 120) * 1000), setTimeout(over, seconds * 1000)];
  };
  const over = () => {
    box.hidden = false;
    text.textContent = text.dataset.over;
    button.hidden = true;
  };
  tabs.onmessage = ({ data }) => wait(data);
  wait(Number(place.dataset.seconds));
  tabs.postMessage(Number(place.dataset.seconds));
  button.addEventListener('click', async () => {
    try {
      const body = new URLSearchParams({ form_token: place.dataset.token });
      const response = await fetch(place.dataset.href, { method: 'POST', body });
      // A session that has ended leads to the page that signs in.
      if (!response.headers.get('content-type').startsWith('application/json')) return over();
      const { seconds } = await response.json();
      wait(seconds);
      tabs.postMessage(seconds);
    } catch {
      // The gateway is unavailable: the user can try again.
    }
  });
}

// Passkeys: the gateway sends the options, the browser returns a credential, and the form submits it. Browsers that cannot parse the
// options as JSON are too old, and get no button.
const canPasskeys = globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON !== undefined;

async function ask(place, make) {
  const response = await fetch(place.dataset.options, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ form_token: place.dataset.token }),
  });
  // The session has ended, or the page is out of date. The reloaded page says which.
  if (!response.headers.get('content-type').startsWith('application/json')) {
    location.reload();
    return new Promise(() => {});
  }
  const options = await response.json();
  if (!response.ok) throw new Error(options.message);
  return (await make(options)).toJSON();
}

function send(form, answer) {
  form.elements.passkey.value = JSON.stringify(answer);
  form.submit();
}

for (const button of canPasskeys ? document.querySelectorAll('button.passkey') : []) {
  button.hidden = false;
  const form = button.closest('.sheet').querySelector('form');
  button.addEventListener('click', async () => {
    button.disabled = true;
    try {
      const read = (options) => PublicKeyCredential.parseRequestOptionsFromJSON(options);
      send(form, await ask(button, async (options) => navigator.credentials.get({ publicKey: read(options) })));
    } catch {
      // Cancelled, or this browser has no passkey: the user can enter a code instead.
      button.disabled = false;
    }
  });
}

for (const place of document.querySelectorAll('.new-passkey')) {
  const form = place.querySelector('form');
  if (!canPasskeys) {
    place.hidden = true;
    continue;
  }
  form.addEventListener(
    'submit',
    async (event) => {
      if (form.elements.passkey.value) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      try {
        const read = (options) => PublicKeyCredential.parseCreationOptionsFromJSON(options);
        send(form, await ask(place, async (options) => navigator.credentials.create({ publicKey: read(options) })));
      } catch (error) {
        const note = place.querySelector('.error') ?? form.appendChild(document.createElement('p'));
        note.className = 'error';
        note.setAttribute('role', 'alert');
        note.textContent = error.message;
      }
    },
    { capture: true },
  );
}

// Previews the colour while it is typed.
for (const input of document.querySelectorAll('input[name=colour]')) {
  const sample = document.querySelector('#colour-sample rect');
  const show = () => /^#([\da-f]{3}|[\da-f]{6})$/i.test(input.value) && sample?.setAttribute('fill', input.value);
  input.addEventListener('input', show);
}

// Exports: shows the progress, and lets the user cancel. Without this script the browser downloads the file itself.
for (const form of document.querySelectorAll('form.export')) {
  const [cancel, output] = [form.querySelector('.cancel'), form.querySelector('output')];
  const buttons = form.querySelectorAll('[name=format]');
  form.addEventListener('submit', async (event) => {
    if (!event.submitter) return;
    event.preventDefault();
    const format = event.submitter.value;
    const body = new URLSearchParams([...new FormData(form), ['format', format]]);
    const ended = new AbortController();
    const startedAt = Date.now();
    let [bytes, shownAt] = [0, 0];
    // The first line of CSV holds the column names. A line break within quotation marks does not start a row.
    let [rows, isQuoted] = [format === 'csv' ? -1 : 0, false];
    const count = (piece) => {
      bytes += piece.length;
      for (const byte of piece) {
        if (byte === 34 && format === 'csv') isQuoted = !isQuoted;
        else if (byte === 10 && !isQuoted) rows++;
      }
    };
    const number = (value) => value.toLocaleString(document.documentElement.lang === 'en' ? 'en' : 'fr');
    const show = (text) => {
      shownAt = Date.now();
      const seconds = Math.round((shownAt - startedAt) / 1000);
      const values = { rows: number(Math.max(0, rows)), kilobytes: number(Math.round(bytes / 1024)), seconds };
      output.textContent = text.replace(/\{(\w+)\}/g, (_, name) => values[name]);
    };
    for (const button of buttons) button.disabled = true;
    cancel.hidden = false;
    cancel.onclick = () => ended.abort();
    try {
      const response = await fetch(form.action, { method: 'POST', body, signal: ended.signal });
      const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1];
      if (!response.ok || !name) {
        const page = new DOMParser().parseFromString(await response.text(), 'text/html');
        throw Object.assign(new Error(), { shown: page.querySelector('main [role=alert]')?.textContent });
      }
      const parts = [];
      for (let reader = response.body.getReader(), piece; !(piece = await reader.read()).done; ) {
        parts.push(piece.value);
        count(piece.value);
        // Screen readers read the progress aloud, so it is updated twice a second at most.
        if (Date.now() - shownAt >= 500) show(form.dataset.progress);
      }
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob(parts));
      link.download = name;
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
      show(form.dataset.whole);
    } catch (error) {
      show(error.shown ?? form.dataset.broken);
    }
    for (const button of buttons) button.disabled = false;
    cancel.hidden = true;
  });
}
