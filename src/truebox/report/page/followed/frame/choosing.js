// The sequence whose curves are drawn too.
state.sequence = null;
followers.sequence = [];

function chooseSequence(place) {
  state.sequence = state.sequence === place ? null : place;
  happen("sequence");
}
