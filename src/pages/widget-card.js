// Runs in the card widget's page of a live payment, between the page around it and the provider's card fields. What is typed
// into those stands in a frame of the provider's, and never comes here.
(() => {
  const section = document.querySelector('[data-intent]');
  const form = document.querySelector('form[data-pays]');
  const check = document.querySelector('form[data-checks]');
  const error = document.querySelector('#card-error');
  const { intent, key, locale, fresh } = section.dataset;

  const MESSAGES = {
    incomplete_number: 'cardNumber',
    invalid_number: 'cardNumber',
    incorrect_number: 'cardNumber',
    incomplete_expiry: 'expiryFormat',
    invalid_expiry_month: 'expiryFormat',
    invalid_expiry_month_past: 'expiryPast',
    invalid_expiry_year: 'expiryFormat',
    invalid_expiry_year_past: 'expiryPast',
    incomplete_cvc: 'cvc',
    invalid_cvc: 'cvc',
    incorrect_cvc: 'cvc',
    insufficient_funds: 'insufficient_balance',
    expired_card: 'expired_card',
    card_declined: 'declined',
    payment_intent_authentication_failure: 'notConfirmed',
    api_connection_error: 'connection',
  };
  const messageOf = ({ code, decline_code: declineCode, type }) =>
    MESSAGES[declineCode] ||
    MESSAGES[code] ||
    MESSAGES[type] ||
    (type === 'card_error' ? 'declined' : 'provider_error');
  const say = (name) => {
    if (!error) return;
    error.textContent = name ? document.querySelector(`[data-message="${name}"]`).textContent : '';
    error.hidden = !name;
  };
  const setBusy = (isBusy) => {
    // A bank's page may open over this one, and needs room.
    document.body.classList.toggle('tall', isBusy);
    form.setAttribute('aria-busy', String(isBusy));
    for (const button of document.querySelectorAll('button')) button.disabled = isBusy;
    const button = form.querySelector('button');
    button.textContent = isBusy ? button.dataset.busy : button.dataset.label;
  };

  if (!window.Stripe) {
    say('notLoaded');
    return;
  }
  let isStarted = false;
  addEventListener('message', ({ source, data }) => {
    if (source !== parent || !data || data.type !== 'peye.open' || isStarted) return;
    // A shop that mixes two payments up must not show the price of one and charge the other.
    if (data.publishable_key !== key || !String(data.client_secret).startsWith(`${intent}_secret_`)) return;
    isStarted = true;
    start(window.Stripe(key, { locale }), data.client_secret);
  });
  parent.postMessage({ type: 'peye.ready' }, '*');

  function start(stripe, clientSecret) {
    /** Whether the payment has gone on from here, and if so goes there too. */
    const follow = async () => {
      const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
      if (!paymentIntent) return false;
      const isOpen = paymentIntent.status.startsWith('requires_');
      if (form && !isOpen) check.submit();
      if (!form && isOpen) location.replace(fresh);
      return form ? !isOpen : isOpen;
    };
    if (form) showFields(stripe, clientSecret, follow);
    // What cannot be asked now is seen when the page is sent or opened again.
    follow().catch(() => {});
  }

  function showFields(stripe, clientSecret, follow) {
    const { color } = getComputedStyle(document.body);
    const card = stripe
      .elements()
      .create('card', { hidePostalCode: true, style: { base: { color, fontSize: '18px' } } });
    card.mount('#card-fields');
    card.on('ready', () => setBusy(false));
    card.on('change', (event) => say(event.error && messageOf(event.error)));
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      say();
      setBusy(true);
      const answer = await confirm(stripe, clientSecret, card);
      if (answer.paymentIntent) {
        check.submit();
        return;
      }
      const isCertain = ['card_error', 'validation_error'].includes(answer.error.type);
      // After anything but a plain no, the money may have moved all the same.
      if (!isCertain && (await follow())) return;
      setBusy(false);
      say(messageOf(answer.error));
      card.focus();
    });
  }

  async function confirm(stripe, clientSecret, card) {
    try {
      return await stripe.confirmCardPayment(clientSecret, { payment_method: { card } });
    } catch {
      return { error: { type: 'api_error' } };
    }
  }
})();
