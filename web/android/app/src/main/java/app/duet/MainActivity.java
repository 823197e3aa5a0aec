package app.duet;

import com.getcapacitor.BridgeActivity;

public class MainActivity extends BridgeActivity {}
