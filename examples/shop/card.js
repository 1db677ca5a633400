// Runs on the shop's card page: the card form of the gateway is in its own frame, and reports when the payment is over.
(() => {
  const place = document.querySelector('#card');
  const seeOrder = document.querySelector('#see-order');
  const { clientSecret, publishableKey, lang } = place.dataset;
  // What comes through the browser proves nothing: the order's page queries the gateway.
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
