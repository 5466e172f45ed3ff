// How the search ranks what it finds. Sphinx splits a query at hyphens, so that the page of a key such as
// items-folds-t would come after pages that have its words more often. Here the page that has the query as its key
// or its title comes first.
var Scorer = (() => {
  const plain = (text) => text.toLowerCase().trim();
  const asked = plain(new URLSearchParams(window.location.search).get("q") || "");
  const key = asked.replace(/\s+/g, "-");
  const FIRST = 1000;
  const NEXT = 900;

  return {
    score: ([page, title, anchor, about, score]) => {
      if (!asked || anchor) return score;
      if (page.split("/").pop() === key) return FIRST + score;
      return plain(title) === asked ? NEXT + score : score;
    },
    // What follows is as Sphinx has it.
    objNameMatch: 11,
    objPartialMatch: 6,
    objPrio: { 0: 15, 1: 5, 2: -5 },
    objPrioDefault: 0,
    title: 15,
    partialTitle: 7,
    term: 5,
    partialTerm: 2,
  };
})();
