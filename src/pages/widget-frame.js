// Runs in the pages inside the card widget's frame, and only talks to the page around it.
(() => {
  const { transactionId, status } = document.body.dataset;
  // To any origin, because any shop may embed the widget: nothing that is said here is secret.
  const tell = (message) => parent.postMessage(message, '*');
  const form = document.querySelector('form[data-opens]');
  if (form) {
    addEventListener('message', ({ source, data }) => {
      if (source !== parent || !data || data.type !== 'peye.open') return;
      form.elements.client_secret.value = data.client_secret;
      form.elements.publishable_key.value = data.publishable_key;
      form.submit();
    });
    tell({ type: 'peye.ready' });
  }
  if (status) tell({ type: 'peye.result', transaction_id: transactionId, status });
  const tellHeight = () =>
    tell({ type: 'peye.height', height: Math.ceil(document.body.getBoundingClientRect().height) });
  tellHeight();
  if (window.ResizeObserver) new ResizeObserver(tellHeight).observe(document.body);
})();
