// The search of the documentation, without a page: `searchDocs(places, query)` returns the places that match, best first. A place is
// [address, title, heading, words, keywords].
// biome-ignore lint/correctness/noUnusedVariables: docs.js, which follows on every page, calls it.
const searchDocs = (() => {
  const NOISE = new Set(
    `a an and are can do for how i in is it my of on or that the to with
    au avec ce comment dans de des du en est et faire je l la le les ma mon ou par pour que un une
    ak an kijan ki li m mwen nan ou pou sou yon`.split(/\s+/),
  );
  const folded = (text) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

  const prepare = ([address, title, heading, text, keywords = '']) => ({
    address,
    title,
    heading,
    inTitle: folded(title),
    inHeading: folded(heading),
    inText: ` ${folded(text)} `,
    inKeywords: ` ${folded(keywords)} `,
  });

  /** The words of a query without small words, unless it has no others. */
  function partsOf(query) {
    const parts = folded(query)
      .split(/[\s'’?!,;:"]+/)
      .filter(Boolean);
    const meaningful = parts.filter((part) => !NOISE.has(part));
    return meaningful.length > 0 ? meaningful : parts;
  }

  /** The points of a place for a word; the plural of a word matches its singular. */
  function pointsOf(place, part) {
    const forms = part.length > 4 && part.endsWith('s') ? [part, part.slice(0, -1)] : [part];
    return Math.max(...forms.map((form) => pointsOfForm(place, form)));
  }

  function pointsOfForm({ address, inTitle, inHeading, inText, inKeywords }, part) {
    // The name of a page is its subject, in every language.
    const subject = address.endsWith(`/${part}`) ? 3 : 0;
    // At the top of a page, the title counts as the heading.
    const named = (inTitle.includes(part) ? 4 : 0) + ((inHeading || inTitle).includes(part) ? 6 : 0);
    // A whole word of a title counts more than a part of one: "chanj" is not "chanjman".
    const whole = ` ${inTitle} `.includes(` ${part} `) ? 1 : 0;
    const meaning = inKeywords.includes(` ${part} `) ? 9 : part.length > 3 && inKeywords.includes(` ${part}`) ? 5 : 0;
    return (
      subject + Math.max(named + whole, meaning) + (inText.includes(` ${part} `) ? 3 : inText.includes(part) ? 1 : 0)
    );
  }

  /** The places that match all words, or `least` of them. */
  function ranked(places, parts, least = parts.length) {
    return places
      .map((place) => {
        const points = parts.map((part) => pointsOf(place, part)).filter((each) => each > 0);
        const sum = points.reduce((total, each) => total + each, 0);
        return { place, count: points.length, points: sum + (place.heading ? 0 : 1) };
      })
      .filter(({ count }) => count > 0 && count >= least)
      .sort((a, b) => b.count - a.count || b.points - a.points)
      .map(({ place }) => place);
  }

  /** Replaces each part that occurs nowhere by the most frequent word that differs by one typing error, if there is one. */
  function meant(places, parts) {
    const counts = new Map();
    for (const { inTitle, inHeading, inText, inKeywords } of places) {
      for (const word of new Set(`${inTitle} ${inHeading} ${inText} ${inKeywords}`.split(/[^\p{L}\p{N}_-]+/u))) {
        counts.set(word, (counts.get(word) ?? 0) + 1);
      }
    }
    const words = [...counts].sort((a, b) => b[1] - a[1]).map(([word]) => word);
    return parts.map((part) => {
      if (part.length < 4 || words.some((word) => word.includes(part))) return part;
      return words.find((word) => isNear(word, part)) ?? part;
    });
  }

  /** Whether two words differ by one letter that is added, missing or changed, or by two letters in the wrong order. */
  function isNear(a, b) {
    if (Math.abs(a.length - b.length) > 1) return false;
    let at = 0;
    while (at < a.length && a[at] === b[at]) at++;
    const [restA, restB] = [a.slice(at), b.slice(at)];
    return (
      restA.slice(1) === restB ||
      restA === restB.slice(1) ||
      restA.slice(1) === restB.slice(1) ||
      (restA.slice(2) === restB.slice(2) && restA[0] === restB[1] && restA[1] === restB[0])
    );
  }

  const prepared = new WeakMap();
  return (index, query) => {
    if (!prepared.has(index)) prepared.set(index, index.map(prepare));
    const places = prepared.get(index);
    const parts = partsOf(query);
    const exact = ranked(places, parts);
    if (exact.length > 0) return exact;
    const corrected = meant(places, parts);
    const near = ranked(places, corrected);
    // Of a query with several words, a place with most of them is better than nothing.
    return near.length > 0 ? near : ranked(places, corrected, 1);
  };
})();
