/* Mounts Peye's card form into the page of an order. What comes through the browser proves nothing: the next page queries Peye. */
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
