/* The settings of Peye: the button that tests the connection, and the buttons that copy an address. */
(() => {
  for (const button of document.querySelectorAll('.peye-copy')) {
    const text = button.textContent;
    button.addEventListener('click', async () => {
      const field = document.getElementById(button.dataset.copies);
      field.select();
      try {
        await navigator.clipboard.writeText(field.value);
      } catch {
        document.execCommand('copy');
      }
      button.textContent = button.dataset.copied;
      setTimeout(() => {
        button.textContent = text;
      }, 2_000);
    });
  }

  const test = document.getElementById('peye-test');
  const result = document.getElementById('peye-test-result');
  test?.addEventListener('click', async () => {
    const typed = (name) => document.querySelector(`[name="peye_settings[${name}]"]`);
    const body = new URLSearchParams({
      action: 'peye_test_connection',
      _ajax_nonce: test.dataset.nonce,
      url: typed('url').value,
      test_key: typed('test_key').value,
      live_key: typed('live_key').value,
      test_mode: typed('test_mode').checked ? 'yes' : 'no',
    });
    test.disabled = true;
    result.textContent = '…';
    result.className = 'peye-test-result';
    try {
      const response = await fetch(test.dataset.url, { method: 'POST', body, credentials: 'same-origin' });
      const { success, data } = await response.json();
      result.textContent = data;
      result.classList.add(success ? 'is-good' : 'is-bad');
    } catch {
      result.textContent = test.dataset.failed;
      result.classList.add('is-bad');
    }
    test.disabled = false;
  });
})();
