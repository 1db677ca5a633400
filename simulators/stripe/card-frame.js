(() => {
  const field = (name) => document.querySelector(`[name=${name}]`);
  const [number, expiry, cvc] = [field('cardnumber'), field('exp-date'), field('cvc')];
  const post = (message) => parent.postMessage(message, '*');

  const digits = (input) => input.value.replace(/\D/g, '');
  const split = () => /^(\d\d)(\d\d)$/.exec(digits(expiry)) || [];
  function passesLuhn(text) {
    let sum = 0;
    [...text].reverse().forEach((digit, index) => {
      const weighed = Number(digit) * (index % 2 ? 2 : 1);
      sum += weighed > 9 ? weighed - 9 : weighed;
    });
    return sum % 10 === 0;
  }
  function problem() {
    const wrong = (code, message) => ({ type: 'validation_error', code, message });
    if (digits(number).length < 12) return wrong('incomplete_number', 'Your card number is incomplete.');
    if (!passesLuhn(digits(number))) return wrong('invalid_number', 'Your card number is invalid.');
    const [, month, year] = split();
    if (!month) return wrong('incomplete_expiry', "Your card's expiration date is incomplete.");
    if (Number(month) < 1 || Number(month) > 12)
      return wrong('invalid_expiry_month', 'The expiration month is invalid.');
    const now = new Date();
    if ((2000 + Number(year) - now.getFullYear()) * 12 + Number(month) - 1 - now.getMonth() < 0) {
      return wrong('invalid_expiry_year_past', "Your card's expiration year is in the past.");
    }
    if (digits(cvc).length < 3) return wrong('incomplete_cvc', "Your card's security code is incomplete.");
    return undefined;
  }

  addEventListener('input', () => {
    const inputs = [number, expiry, cvc];
    const error = problem();
    const isWrong = error?.code.startsWith('invalid_');
    post({
      kind: 'change',
      empty: inputs.every((input) => input.value === ''),
      complete: !error,
      error: isWrong ? error : undefined,
    });
  });

  async function confirm({ key, clientSecret }) {
    const error = problem();
    if (error) return { error };
    const [, month, year] = split();
    const [id] = clientSecret.split('_secret_');
    try {
      const response = await fetch(`/v1/payment_intents/${id}/confirm`, {
        method: 'POST',
        body: new URLSearchParams({
          key,
          client_secret: clientSecret,
          'payment_method_data[type]': 'card',
          'payment_method_data[card][number]': digits(number),
          'payment_method_data[card][exp_month]': month,
          'payment_method_data[card][exp_year]': year,
          'payment_method_data[card][cvc]': digits(cvc),
        }),
      });
      const body = await response.json();
      return body.error ? { error: body.error } : { paymentIntent: body };
    } catch {
      return { error: { type: 'api_connection_error', message: 'We are experiencing issues connecting.' } };
    }
  }

  addEventListener('message', async ({ source, data, origin }) => {
    if (source !== parent || !data) return;
    if (data.kind === 'style') document.body.style.color = data.color;
    if (data.kind === 'focus') number.focus();
    if (data.kind === 'clear') for (const input of [number, expiry, cvc]) input.value = '';
    if (data.kind === 'confirm')
      parent.postMessage({ kind: 'result', id: data.id, result: await confirm(data) }, origin);
  });
  post({ kind: 'ready' });
})();
