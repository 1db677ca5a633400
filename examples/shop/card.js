// Runs on the shop's card page: the card form of the gateway stands in a frame of its own, and tells when it is over.
(() => {
  const place = document.querySelector('#card');
  const seeOrder = document.querySelector('#see-order');
  const { clientSecret, publishableKey, lang } = place.dataset;
  // What comes through the browser proves nothing: the order's page asks the gateway.
  const onDone = () => {
    seeOrder.classList.remove('quiet');
    seeOrder.focus();
  };
  if (!window.Peye) {
    document.querySelector('#card-error').hidden = false;
    return;
  }
  window.Peye.mount(place, {
    clientSecret,
    publishableKey,
    lang,
    onDone,
  });
})();
