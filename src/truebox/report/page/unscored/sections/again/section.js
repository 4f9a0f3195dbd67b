function drawCommand() {
  hide("again", !data.command);
  fill(byId("command"), data.command);
}

when("begin", drawCommand);
