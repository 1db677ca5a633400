// Makes a payment page more comfortable. Everything works without it.
{
  const find = (selector) => document.querySelector(selector);
  const digitsOf = (text) => text.replace(/\D/g, '');

  const print = find('.print');
  if (print) {
    print.hidden = false;
    find('.keep').hidden = true;
    print.addEventListener('click', () => window.print());
  }

  // A card's number in groups of four, and its date with a slash, while they are typed. The cursor stays behind the same digit.
  const group = (input, grouped) => {
    if (!input) return;
    input.addEventListener('input', () => {
      const { value, selectionStart } = input;
      const shown = grouped(value);
      if (shown === value) return;
      let left = digitsOf(grouped(value.slice(0, selectionStart))).length;
      let at = 0;
      while (at < shown.length && left > 0) {
        if (/\d/.test(shown[at])) left--;
        at++;
      }
      input.value = shown;
      input.setSelectionRange(at, at);
    });
  };
  const number = find('input[name=number]');
  group(number, (text) =>
    digitsOf(text)
      .slice(0, 19)
      .replace(/(\d{4})(?=\d)/g, '$1 '),
  );
  group(find('input[name=expiry]'), (text) =>
    digitsOf(text.replace(/^\s*(\d)\s*\//, '0$1/'))
      .slice(0, 6)
      .replace(/^(\d\d)(?=\d)/, '$1/'),
  );

  // A mistyped number stays in its field, because it is not sent.
  const isCard = (digits) => {
    let sum = 0;
    for (let at = 1; at <= digits.length; at++) {
      const digit = Number(digits.at(-at)) * (at % 2 ? 1 : 2);
      sum += digit > 9 ? digit - 9 : digit;
    }
    return sum % 10 === 0;
  };
  if (number) {
    number.form.addEventListener('submit', (event) => {
      // The language switch sends the form too.
      if (event.submitter?.name === 'switch') return;
      const digits = digitsOf(number.value);
      if (digits.length < 12 || isCard(digits)) return;
      event.preventDefault();
      const id = `${number.id}-error`;
      let error = document.getElementById(id);
      if (!error) {
        error = document.createElement('p');
        error.id = id;
        error.className = 'error';
        error.setAttribute('role', 'alert');
        number.after(error);
      }
      error.textContent = number.dataset.wrong;
      number.setAttribute('aria-invalid', 'true');
      number.setAttribute('aria-describedby', id);
      number.focus();
    });
  }
}
