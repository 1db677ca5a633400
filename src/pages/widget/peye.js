/*
 * Peye.mount('#card', { clientSecret, publishableKey, lang, summary, theme, onReady, onError, onDone })
 *
 * Puts the card form of one payment into an element of a shop's page: docs/widget.md describes it fully. The result that
 * `onDone` gets comes through the customer's browser, so it proves nothing: query the gateway from the server, or wait for
 * the webhook, before anything is delivered.
 */
(() => {
  /** The texts for when the frame itself cannot show them. The gateway inserts them. */
  const TEXTS = 'TEXTS';
  const THEME = 'accent accentText background field text muted border danger radius font fontSize'.split(' ');
  const FUNCTIONS = ['onReady', 'onError', 'onDone', 'onResult'];
  /** Longer than a slow phone needs to load a page of the frame. A page that arrives later is still shown. */
  const PAGE_MS = 20_000;
  /** The gateway's pages send a message while they load. A loaded page that has sent none by then is something else. */
  const LOADED_PAGE_MS = 3_000;
  const MOUNTED = Symbol.for('peye.mounted');

  const script = document.currentScript;
  // An image with that name would be used instead, and its address is where the secret is sent: a product review may contain one.
  if (!(script instanceof HTMLScriptElement))
    throw new Error('peye.js must be loaded by <script src>, and not as a module');
  const address = new URL('card', script.src);

  const MESSAGES = {
    invalid_client_secret:
      'No payment opens with this clientSecret and publishableKey. Create a payment on your server, and mount the values of its response.',
    payment_already_final: 'The payment was final before it was mounted. To be paid, create a new one.',
    card_fields_not_loaded:
      "The card provider's script did not load in the customer's browser: the connection, or a blocker.",
    gateway_unreachable: `The widget's page did not come from ${address.origin}: the network, or a content security policy or sandbox of your page (docs: the card widget).`,
    too_many_requests: 'Too many requests came from this address. The widget continues by itself, or after a retry.',
    website_closed: 'The website that the payment belongs to is deactivated.',
    gateway_error: 'The gateway could not show its page. Trying again is safe: a payment is never charged twice.',
  };

  function mount(target, options) {
    const shop = shopOf(options || {});
    const element = elementOf(target);
    if (!element) {
      shop.fail('invalid_arguments', `mount: no element matches ${target}`);
      return { unmount() {} };
    }
    element[MOUNTED]?.unmount();
    const wrong = whatIsWrong(options);
    if (!wrong) return (element[MOUNTED] = embed(element, options, shop));
    const notice = noticeOf(options?.lang, 'unusable');
    element.replaceChildren(notice);
    shop.fail('invalid_arguments', `mount: ${wrong}`);
    return (element[MOUNTED] = { unmount: () => notice.remove() });
  }

  /** The callbacks to the shop's script, and how often each is called. */
  function shopOf({ onReady, onError, onDone, onResult }) {
    let [isGone, isReady, isOver] = [false, false, false];
    let lastError;
    /** Asynchronously, so that the page has the return value of `mount` first, and an error in the shop's callback breaks nothing here. */
    const later = (act) => setTimeout(() => isGone || act());
    return {
      fail(code, message = MESSAGES[code]) {
        if (code === lastError) return;
        lastError = code;
        if (typeof onError === 'function') later(() => onError({ code, message }));
        else if (code !== 'payment_already_final') console.error(`Peye: ${code}. ${message}`);
      },
      works() {
        lastError = undefined;
      },
      ready() {
        if (isReady) return;
        isReady = true;
        if (onReady) later(() => onReady());
      },
      done(result, wasOpen) {
        if (isOver) return;
        isOver = true;
        if (!wasOpen) this.fail('payment_already_final');
        for (const listener of [onDone, onResult]) if (listener) later(() => listener(result));
      },
      leave() {
        isGone = true;
      },
    };
  }

  function embed(element, { clientSecret, publishableKey, lang, summary, theme }, shop) {
    const frame = document.createElement('iframe');
    frame.title = 'Peye';
    frame.style.cssText = 'display:block;width:100%;height:240px;border:0;color-scheme:normal;transition:none';
    const patience = patienceWith(frame, { element, lang, shop, open });
    const send = (message) => frame.contentWindow?.postMessage(message, address.origin);
    let look;
    const lookAgain = () => {
      const last = look;
      look = lookOf(element, frame, theme, summary);
      return JSON.stringify(look) !== JSON.stringify(last);
    };
    let wasOpen = false;
    let hasRoom = false;

    function open() {
      shop.works();
      patience.begin();
      frame.src = lang ? `${address.href}?lang=${languageFor(lang)}` : address.href;
    }
    const heard = {
      __proto__: null,
      'peye.ready'() {
        patience.hasSpoken();
        lookAgain();
        // By message and not in the address, which histories and proxy logs would record.
        send({ type: 'peye.open', client_secret: clientSecret, publishable_key: publishableKey, look });
      },
      'peye.page'() {
        patience.isOver();
        wasOpen = true;
        shop.works();
      },
      'peye.fields': () => shop.ready(),
      'peye.leave': () => patience.waits(),
      'peye.retry': open,
      'peye.height'({ height, needsRoom }) {
        frame.style.height = `${Number(height)}px`;
        if (needsRoom && !hasRoom) frame.scrollIntoView?.({ block: 'nearest' });
        hasRoom = needsRoom;
      },
      'peye.error'({ code }) {
        patience.isOver();
        shop.fail(MESSAGES[code] ? code : 'gateway_error');
      },
      'peye.result'({ transaction_id, status }) {
        patience.isOver();
        shop.done({ transaction_id, status }, wasOpen);
      },
    };
    const listen = ({ source, origin, data }) => {
      if (source !== frame.contentWindow || origin !== address.origin || typeof data?.type !== 'string') return;
      heard[data.type]?.(data);
    };
    const stopWatching = watchLook(() => look && lookAgain() && send({ type: 'peye.look', look }));
    window.addEventListener('message', listen);
    open();
    element.replaceChildren(frame);

    return {
      unmount() {
        shop.leave();
        stopWatching();
        patience.end();
        window.removeEventListener('message', listen);
        frame.remove();
      },
    };
  }

  /**
   * Waits for the frame's pages, and reports to the shop and the customer if a page does not arrive. A page that arrives later is still
   * shown.
   */
  function patienceWith(frame, { element, lang, shop, open }) {
    let notice;
    let timer;
    /** Whether this document of the frame sent a message before it had loaded; and whether a document that did not is still expected. */
    let [hasSpoken, isLate] = [false, false];
    const giveUp = () => {
      notice?.remove();
      notice = noticeOf(lang, 'unreachable', open);
      frame.style.display = 'none';
      element.append(notice);
      shop.fail('gateway_unreachable');
    };
    const waits = (ms = PAGE_MS) => {
      clearTimeout(timer);
      timer = setTimeout(giveUp, ms);
    };
    const shows = () => {
      notice?.remove();
      frame.style.display = 'block';
      waits();
    };
    frame.addEventListener('load', () => {
      isLate = !hasSpoken;
      if (isLate) waits(LOADED_PAGE_MS);
      hasSpoken = false;
    });
    return {
      waits,
      begin() {
        [hasSpoken, isLate] = [false, false];
        shows();
      },
      /** It may be a page that only redirects to the next one, which is still expected. */
      hasSpoken() {
        if (isLate) isLate = false;
        else hasSpoken = true;
        shows();
      },
      isOver: () => clearTimeout(timer),
      end() {
        clearTimeout(timer);
        notice?.remove();
      },
    };
  }

  /** Calls `look` whenever the page's look may have changed: another class, a colour transition, a phone that switched to dark mode. */
  function watchLook(look) {
    const onColour = ({ propertyName }) => propertyName.includes('color') && look();
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const observer = new MutationObserver(look);
    for (const one of [document.documentElement, document.body]) observer.observe(one, { attributes: true });
    document.addEventListener('transitionend', onColour);
    scheme.addEventListener?.('change', look);
    return () => {
      observer.disconnect();
      document.removeEventListener('transitionend', onColour);
      scheme.removeEventListener?.('change', look);
    };
  }

  function elementOf(target) {
    if (target instanceof Element) return target;
    try {
      return document.querySelector(target);
    } catch {
      return null;
    }
  }

  function whatIsWrong(options) {
    for (const name of ['clientSecret', 'publishableKey']) {
      const value = options?.[name];
      if (typeof value !== 'string' || value === '')
        return `${name} must be the text of the response that created the payment`;
    }
    if (options.theme !== undefined && (typeof options.theme !== 'object' || !options.theme))
      return 'theme must be an object';
    const other = FUNCTIONS.find((name) => !['undefined', 'function'].includes(typeof options[name]));
    return other && `${other} must be a function`;
  }

  /** The look of the shop's page. The frame checks every value, and keeps its content readable. */
  function lookOf(element, frame, theme, summary) {
    const style = getComputedStyle(element);
    const read = {};
    for (const name of THEME) {
      const property = `--peye-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
      const value = style.getPropertyValue(property).trim();
      if (value) read[name] = value;
    }
    for (const [name, value] of Object.entries(theme || {})) if (value != null) read[name] = String(value);
    return { theme: read, surface: surfaceOf(element, frame), summary: summary === true };
  }

  /** The visible background colour of an element. */
  function surfaceOf(element, frame) {
    for (let one = element; one; one = one.parentElement) {
      const { backgroundColor } = getComputedStyle(one);
      if (!/^rgba|\//.test(backgroundColor)) return backgroundColor;
    }
    const { colorScheme, backgroundColor } = frame.style;
    Object.assign(frame.style, { colorScheme: '', backgroundColor: 'Canvas' });
    const canvas = getComputedStyle(frame).backgroundColor;
    Object.assign(frame.style, { colorScheme, backgroundColor });
    return canvas;
  }

  /** The language of this script's own texts, chosen as the gateway chooses it for its pages. */
  function languageFor(lang) {
    const wanted = [lang, ...(navigator.languages || [])].map((one) => String(one).slice(0, 2).toLowerCase());
    return wanted.find((one) => TEXTS[one]) || 'ht';
  }

  function noticeOf(lang, name, act) {
    const notice = document.createElement('div');
    const words = document.createElement('p');
    notice.lang = languageFor(lang);
    notice.setAttribute('role', 'alert');
    words.textContent = TEXTS[notice.lang][name];
    notice.append(words);
    if (act) {
      const button = document.createElement('button');
      button.type = 'button';
      button.style.cssText = 'font:inherit;min-height:44px;padding:4px 16px;cursor:pointer';
      button.textContent = TEXTS[notice.lang].tryAgain;
      button.addEventListener('click', act);
      notice.append(button);
    }
    return notice;
  }

  window.Peye = { mount };
})();
