/*
 * Peye.mount('#card', { clientSecret, publishableKey, onResult, lang })
 *
 * Puts the card form of one payment into an element of a shop's page. `onResult({ transaction_id, status })` is called once,
 * when the payment is final. It comes through the customer's browser, so it proves nothing: ask the gateway from the
 * server, or wait for the webhook, before anything is delivered.
 */
(() => {
  const address = new URL('card', document.currentScript.src);

  function mount(target, options) {
    const element = typeof target === 'string' ? document.querySelector(target) : target;
    if (!element) throw new Error(`Peye.mount: no element matches ${target}`);
    const { clientSecret, publishableKey, onResult, lang } = options || {};
    if (!clientSecret || !publishableKey) throw new Error('Peye.mount: clientSecret and publishableKey are needed');

    const frame = document.createElement('iframe');
    frame.title = 'Peye';
    frame.style.cssText = 'display:block;width:100%;min-height:480px;border:0';
    frame.src = lang ? `${address.href}?lang=${encodeURIComponent(lang)}` : address.href;

    let isOver = false;
    const listen = (event) => {
      if (event.source !== frame.contentWindow || event.origin !== address.origin || !event.data) return;
      const { type, height, transaction_id, status } = event.data;
      if (type === 'peye.ready') {
        // By message and not in the address, where histories and proxies' logs would keep it.
        const open = { type: 'peye.open', client_secret: clientSecret, publishable_key: publishableKey };
        frame.contentWindow.postMessage(open, address.origin);
      }
      if (type === 'peye.height') frame.style.height = `${Number(height)}px`;
      if (type === 'peye.result' && !isOver) {
        isOver = true;
        if (onResult) onResult({ transaction_id, status });
      }
    };
    window.addEventListener('message', listen);
    element.replaceChildren(frame);
    return {
      unmount() {
        window.removeEventListener('message', listen);
        frame.remove();
      },
    };
  }

  window.Peye = { mount };
})();
