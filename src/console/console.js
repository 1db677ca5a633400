// What only helps: without this file every page of the console works, but for passkeys.

// Copies the text of an element. The button is shown by the script that makes it work.
for (const button of document.querySelectorAll('button.copy')) {
  if (!navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener('click', async () => {
    const text = document.getElementById(button.dataset.copy).textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.classList.add('done');
      setTimeout(() => button.classList.remove('done'), 2000);
    } catch {
      // The text stands beside it, and can be selected.
      getSelection().selectAllChildren(document.getElementById(button.dataset.copy));
    }
  });
}

// A form that was sent is not sent again by a second click.
for (const form of document.querySelectorAll('form[method=post]')) {
  form.addEventListener('submit', (event) => {
    if (form.dataset.sent) return event.preventDefault();
    form.dataset.sent = '1';
  });
}
// Back to a page that was kept as it was: its forms can be sent again.
addEventListener('pageshow', (event) => {
  if (event.persisted) for (const form of document.querySelectorAll('form')) delete form.dataset.sent;
});

// Passkeys: the gateway says what to ask, the browser answers, and the answer is sent with the form. Browsers that cannot read the
// question as JSON are too old, and see no button.
const canPasskeys = globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON !== undefined;

async function ask(place, make) {
  const response = await fetch(place.dataset.options, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ form_token: place.dataset.token }),
  });
  // The session has ended, or its page is out of date: what the page says when it is loaded anew tells more.
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
      // Cancelled, or no passkey here: a code can be given instead.
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

// A colour is shown as it is typed.
for (const input of document.querySelectorAll('input[name=colour]')) {
  const sample = document.querySelector('#colour-sample rect');
  const show = () => /^#([\da-f]{3}|[\da-f]{6})$/i.test(input.value) && sample?.setAttribute('fill', input.value);
  input.addEventListener('input', show);
}
