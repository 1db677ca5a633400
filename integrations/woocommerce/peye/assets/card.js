/* Mounts Peye's card form into the page of an order. The browser's result proves nothing: the next page checks the payment with Peye. */
(() => {
  const place = document.getElementById('peye-card');
  if (!place) return;
  if (!window.Peye) {
    document.getElementById('peye-card-error').hidden = false;
    return;
  }
  const { clientSecret, publishableKey, lang, done } = place.dataset;
  window.Peye.mount(place, { clientSecret, publishableKey, lang, onDone: () => location.assign(done) });
})();
