/*
 * The part of Stripe.js's interface that a card widget uses. It sends its requests to the simulator from which this script was loaded.
 * As with the real Stripe.js, the card's fields are in a frame from the simulator's origin: the page around them never sees what is typed.
 */
(() => {
  const home = new URL(document.currentScript.src).origin;

  function integrationError(message) {
    const error = new Error(message);
    error.name = 'IntegrationError';
    return error;
  }

  function checkSecret(clientSecret) {
    if (typeof clientSecret === 'string' && /^pi_[A-Za-z0-9]+_secret_[A-Za-z0-9]+$/.test(clientSecret)) return;
    throw integrationError('Invalid value for the client secret: it is that of a PaymentIntent, pi_…_secret_…');
  }

  function makeElement(type, options = {}) {
    const listeners = {};
    const waiting = new Map();
    let frame;
    let lastId = 0;
    let style = options.style;
    const sendStyle = () => frame?.contentWindow?.postMessage({ kind: 'style', color: style?.base?.color || '' }, home);
    const emit = (name, event) => {
      for (const listener of listeners[name] || []) listener(event);
    };
    const receive = (event) => {
      if (!frame || event.source !== frame.contentWindow || event.origin !== home) return;
      const { kind, id, result, ...rest } = event.data;
      if (kind === 'ready') {
        sendStyle();
        emit('ready', {});
      }
      if (kind === 'change') emit('change', { elementType: type, ...rest });
      if (kind === 'result') {
        waiting.get(id)?.(result);
        waiting.delete(id);
      }
    };
    return {
      mount(target) {
        const element = typeof target === 'string' ? document.querySelector(target) : target;
        if (!element) throw integrationError(`The selector you specified (${target}) applies to no DOM elements.`);
        frame = document.createElement('iframe');
        frame.title = 'Secure card payment input frame';
        frame.src = `${home}/v3/card-frame`;
        frame.style.cssText = 'display:block;width:100%;height:200px;border:0;color-scheme:light dark';
        addEventListener('message', receive);
        element.replaceChildren(frame);
      },
      on(name, listener) {
        listeners[name] = [...(listeners[name] || []), listener];
        return this;
      },
      focus() {
        frame?.contentWindow.postMessage({ kind: 'focus' }, home);
      },
      update(changes) {
        style = changes.style || style;
        sendStyle();
      },
      clear() {
        frame?.contentWindow.postMessage({ kind: 'clear' }, home);
      },
      unmount() {
        removeEventListener('message', receive);
        frame?.remove();
        frame = undefined;
      },
      destroy() {
        this.unmount();
      },
      confirmWith(message) {
        if (!frame) throw integrationError('The Element is not mounted.');
        lastId += 1;
        const id = lastId;
        return new Promise((resolve) => {
          waiting.set(id, resolve);
          frame.contentWindow.postMessage({ kind: 'confirm', id, ...message }, home);
        });
      },
    };
  }

  /** Shows the bank's page over everything until the customer has completed it. */
  function challenge(url) {
    return new Promise((resolve) => {
      const frame = document.createElement('iframe');
      frame.title = '3D Secure';
      frame.src = url;
      frame.style.cssText =
        'position:fixed;inset:0;width:100%;height:100%;border:0;background:#fff;z-index:2147483647;color-scheme:light';
      const receive = (event) => {
        if (event.source !== frame.contentWindow || event.origin !== home || event.data.kind !== 'challenge-done')
          return;
        removeEventListener('message', receive);
        frame.remove();
        resolve();
      };
      addEventListener('message', receive);
      document.body.append(frame);
    });
  }

  window.Stripe = (key) => {
    if (typeof key !== 'string' || !/^pk_(test|live)_/.test(key)) {
      throw integrationError(
        'Please call Stripe() with your publishable key. You used an empty string or another key.',
      );
    }

    async function retrievePaymentIntent(clientSecret) {
      checkSecret(clientSecret);
      const [id] = clientSecret.split('_secret_');
      const query = new URLSearchParams({ key, client_secret: clientSecret });
      try {
        const response = await fetch(`${home}/_browser/payment_intents/${id}?${query}`);
        const body = await response.json();
        return body.error ? { error: body.error } : { paymentIntent: body };
      } catch {
        return { error: { type: 'api_connection_error', message: 'We are experiencing issues connecting.' } };
      }
    }

    async function confirm(clientSecret, element) {
      checkSecret(clientSecret);
      const confirmed = await element.confirmWith({ key, clientSecret });
      if (confirmed.error || confirmed.paymentIntent.status !== 'requires_action') return confirmed;
      await challenge(confirmed.paymentIntent.next_action.use_stripe_sdk.stripe_js);
      const after = await retrievePaymentIntent(clientSecret);
      const failure = after.paymentIntent?.last_payment_error;
      return failure ? { error: { ...failure, payment_intent: after.paymentIntent } } : after;
    }

    return {
      elements(options = {}) {
        if (options.clientSecret !== undefined) checkSecret(options.clientSecret);
        const made = {};
        return {
          options,
          create(type, elementOptions) {
            if (type !== 'card' && type !== 'payment')
              throw integrationError(`${type} is no Element of the simulator.`);
            if (type === 'payment' && !options.clientSecret) throw integrationError('A client secret is needed.');
            if (made[type]) throw integrationError(`Can only create one Element of type ${type}.`);
            made[type] = makeElement(type, elementOptions);
            return made[type];
          },
          getElement: (type) => made[type] || null,
          submit: async () => ({}),
        };
      },
      async confirmCardPayment(clientSecret, data) {
        const element = data?.payment_method?.card;
        if (!element?.confirmWith) throw integrationError('payment_method.card must be a card Element.');
        return confirm(clientSecret, element);
      },
      async confirmPayment({ elements, clientSecret, redirect }) {
        if (redirect !== 'if_required') throw integrationError("The simulator knows redirect: 'if_required' only.");
        return confirm(clientSecret || elements.options.clientSecret, elements.getElement('payment'));
      },
      retrievePaymentIntent,
    };
  };
})();
