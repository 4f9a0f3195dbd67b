// What happens on the page, and who follows: a part of the page names the events at which its functions run. At
// `first` there are only the numbers of the results, at `begin` the columns of detections and the list of images too.
const followers = { first: [], begin: [], side: [], score: [], rest: [], choose: [], filter: [], base: [], view: [], look: [], theme: [] };

// The result that others are compared with.
function setBase(side) {
  state.base = side;
  happen("base");
}
