export default function Page() {
  return (
    <form method="post" action="/buy">
      <h1>Kafe</h1>
      <button type="submit">Achte pou 500.00 goud</button>
    </form>
  );
}
