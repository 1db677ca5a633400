// Runs in every page inside the card widget's frame, and exchanges messages only with the page around it, after that page has responded.
// From then on that page is identified by its origin.
window.peye = (() => {
  const { transactionId, status, error } = document.body.dataset;
  const { state } = document.querySelector('main').dataset;
  const opening = document.querySelector('form[data-opens]');
  let shop;
  let opened;
  const post = (message) => {
    // A page without its own origin, such as in a sandbox, can only be addressed as `*`.
    if (shop) parent.postMessage(message, shop === 'null' ? '*' : shop);
  };

  const postHeight = () =>
    post({
      type: 'peye.height',
      height: Math.ceil(document.body.getBoundingClientRect().height),
      needsRoom: document.body.classList.contains('tall'),
    });

  /** Moves the focus to the result for a customer who submitted the previous page. */
  function focus() {
    if (!document.hasFocus()) return;
    const field = document.querySelector('[aria-invalid]');
    const title = document.querySelector('h1');
    // A waiting page reloads again and again.
    if (!field && ['form', 'waiting'].includes(state)) return;
    title.tabIndex = -1;
    (field || title).focus();
  }

  function begin({ client_secret: secret, publishable_key: key }) {
    if (opening) {
      opening.elements.client_secret.value = secret;
      opening.elements.publishable_key.value = key;
      opening.submit();
      return;
    }
    if (error) post({ type: 'peye.error', code: error });
    else if (status) post({ type: 'peye.result', transaction_id: transactionId, status });
    else post({ type: 'peye.page', state });
    if (document.querySelector('form[novalidate]')) post({ type: 'peye.fields' });
    postHeight();
    if (window.ResizeObserver) new ResizeObserver(postHeight).observe(document.body);
    focus();
  }

  const isOpened = new Promise((resolve) => {
    opened = resolve;
  });
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== parent || parent === window || !data || (shop && origin !== shop)) return;
    if (data.type !== (shop ? 'peye.look' : 'peye.open')) return;
    window.peyeLook(data.look);
    for (const summary of document.querySelectorAll('.summary')) summary.hidden = !data.look?.summary;
    if (shop) return;
    shop = origin;
    document.documentElement.classList.add('framed');
    begin(data);
    opened(data);
  });
  addEventListener('submit', ({ defaultPrevented }) => defaultPrevented || post({ type: 'peye.leave' }));
  for (const button of document.querySelectorAll('[data-retry]')) {
    button.addEventListener('click', () => post({ type: 'peye.retry' }));
  }
  // To any origin, because any shop may embed the widget: the message contains nothing.
  if (parent !== window) parent.postMessage({ type: 'peye.ready' }, '*');
  return { post, isOpened };
})();
